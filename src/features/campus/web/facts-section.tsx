import { type KeyboardEvent, useId } from 'react';
import type { UseFormSetValue } from 'react-hook-form';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LanguageName } from '#features/accounts/web/lazy.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { isEmailDomain, MAX_DOMAIN_LENGTH, MAX_EMAIL_DOMAINS, toEmailDomain } from '../rules.ts';
import type { CampusValues } from './campus-form.ts';
import { type CampusFields, Group } from './group.tsx';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

type FactsSectionProps = {
  values: CampusValues;
  field: CampusFields;
  setValue: UseFormSetValue<CampusValues>;
};

/** The email domains, the languages and the time zone. */
export function FactsSection({ values, field, setValue }: FactsSectionProps) {
  return (
    <Group title={t('campus.facts.title')}>
      <Panel stack>
        <Domains {...{ values, field, setValue }} />
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

function Domains({ values: { emailDomains, newDomain }, field, setValue }: FactsSectionProps) {
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    const domain = toEmailDomain(newDomain);
    if (!isEmailDomain(domain)) return;
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

function Languages({ values, field, setValue }: FactsSectionProps) {
  const errorId = useId();
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
      <fieldset className={styles.set} aria-describedby={error === undefined ? undefined : errorId}>
        <legend className={shared.legend}>{t('campus.facts.languages')}</legend>
        <div className={cx(shared.row, shared.wrap)}>
          {LANGUAGES.map((language) => (
            <label key={language} className={styles.option}>
              <input
                type="checkbox"
                checked={languages.includes(language)}
                onChange={() => toggle(language)}
              />
              <LanguageName language={language} />
            </label>
          ))}
        </div>
        {error !== undefined && (
          <p id={errorId} className={styles.error} role="alert">
            {error}
          </p>
        )}
      </fieldset>
      {languages.length > 1 && (
        <div className={styles.set} role="radiogroup" aria-label={t('campus.facts.first-language')}>
          <span className={shared.legend} aria-hidden="true">
            {t('campus.facts.first-language')}
          </span>
          <div className={cx(shared.row, shared.wrap)}>
            {languages.map((language) => (
              <label key={language} className={styles.option}>
                <input
                  type="radio"
                  name="firstLanguage"
                  checked={language === firstLanguage}
                  onChange={() => setValue('firstLanguage', language)}
                />
                <LanguageName language={language} />
              </label>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
