import type { KeyboardEvent } from 'react';
import type { UseFormSetError, UseFormSetValue } from 'react-hook-form';
import { languageNames } from '#platform/shared/texts/language-choice.ts';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LanguageName } from '#features/accounts/web/lazy.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { isEmailDomain, MAX_DOMAIN_LENGTH, MAX_EMAIL_DOMAINS, toEmailDomain } from '../rules.ts';
import type { CampusValues } from './campus-form.ts';
import { type CampusFields, Group } from './group.tsx';
import styles from './campus-tab.module.css';

type FactsSectionProps = {
  values: CampusValues;
  field: CampusFields;
  setValue: UseFormSetValue<CampusValues>;
  setError: UseFormSetError<CampusValues>;
};

/** The email domains, the languages and the time zone. */
export function FactsSection({ values, field, setValue, setError }: FactsSectionProps) {
  return (
    <Group title={t('campus.facts.title')}>
      <Panel stack>
        <Domains {...{ values, field, setValue, setError }} />
        <Languages {...{ values, field, setValue }} />
        <TextField
          {...field('coordinates')}
          label={t('campus.facts.coordinates')}
          help={t('campus.facts.coordinates-help')}
          placeholder="41.8781, -87.6298"
          dir="ltr"
          autoComplete="off"
          maxLength={40}
        />
        <SelectField
          {...field('timeZone')}
          label={t('campus.facts.time-zone')}
          options={timeZones(values.timeZone)}
        />
      </Panel>
    </Group>
  );
}

/** All that the browser knows, and the one that is set. */
function timeZones(current: string): { value: string; label: string }[] {
  const known = new Set([current, ...Intl.supportedValuesOf('timeZone')]);
  return [...known].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

function Domains({ values: { emailDomains, newDomain }, field, setValue, setError }: FactsSectionProps) {
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    const domain = toEmailDomain(newDomain);
    if (domain === '') return;
    if (!isEmailDomain(domain)) {
      setError('newDomain', { type: 'invalid', message: t('campus.field.domain.invalid') });
      return;
    }
    setValue('emailDomains', [...new Set([...emailDomains, domain])]);
    setValue('newDomain', '');
  };
  return (
    <div className={styles.set}>
      {emailDomains.length > 0 && (
        <ul className={styles.domains} aria-label={t('campus.facts.domains')}>
          {emailDomains.map((domain) => (
            <li key={domain} dir="ltr">
              {domain}
              <IconButton
                icon="close"
                label={t('campus.facts.remove-domain', { domain })}
                soft
                onClick={() =>
                  setValue(
                    'emailDomains',
                    emailDomains.filter((other) => other !== domain),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {emailDomains.length < MAX_EMAIL_DOMAINS && (
        <TextField
          {...field('newDomain')}
          label={t('campus.facts.domains')}
          help={t('campus.facts.domains-help')}
          placeholder={t('campus.facts.add-domain')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={MAX_DOMAIN_LENGTH}
          onKeyDown={add}
        />
      )}
    </div>
  );
}

function Languages({ values, field, setValue }: Omit<FactsSectionProps, 'setError'>) {
  const { error } = field('languages');
  const { languages, firstLanguage } = values;
  const toggle = (language: Language) => {
    const next = languages.includes(language)
      ? languages.filter((other) => other !== language)
      : LANGUAGES.filter((other) => other === language || languages.includes(other));
    setValue('languages', next);
    if (!next.includes(firstLanguage) && next[0] !== undefined) setValue('firstLanguage', next[0]);
  };
  return (
    <>
      <div className={styles.set}>
        <OptionGroup
          label={t('campus.facts.languages')}
          options={LANGUAGES.map((value) => ({ value, label: <LanguageName language={value} /> }))}
          chosen={languages}
          onPress={toggle}
        />
        {error !== undefined && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      {languages.length > 1 && (
        <OptionGroup
          label={t('campus.facts.first-language')}
          options={languages.map((value) => ({
            value,
            label: <bdi lang={value}>{languageNames[value]}</bdi>,
          }))}
          chosen={[firstLanguage]}
          onPress={(language) => setValue('firstLanguage', language)}
        />
      )}
    </>
  );
}
