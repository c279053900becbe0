import { t, textId } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import {
  accessCodeStates,
  bookFlaws,
  type ConditionDetails,
  markingAmounts,
  normalizeConditionDetails,
} from '../../condition-details.ts';
import { copyLineText, copySummary, flawText } from '../copy-texts.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import disclosureStyles from '#ui/actions/disclosure.module.css';
import listStyles from '#ui/layout/list.module.css';

type ConditionDetailsFieldProps = {
  id: string;
  value: ConditionDetails;
  onChange: (value: ConditionDetails) => void;
};

const MARKINGS = {
  none: textId('books.form.markings-none'),
  some: textId('books.form.markings-some'),
  heavy: textId('books.form.markings-heavy'),
};
const ACCESS_CODES = {
  unused: textId('books.form.access-code-unused'),
  used: textId('books.form.access-code-used'),
  'not included': textId('books.form.access-code-not-included'),
};

/** What buyers ask about a copy. Folded, with a line of what is said. */
export function ConditionDetailsField({ id, value, onChange }: ConditionDetailsFieldProps) {
  const change = (part: ConditionDetails) => onChange(normalizeConditionDetails({ ...value, ...part }) ?? {});
  const flaws = value.flaws ?? [];
  const scale = <Key extends 'highlighting' | 'notes'>(key: Key, label: string) => (
    <OptionGroup
      label={label}
      joined
      options={markingAmounts.map((value) => ({ value, label: t(MARKINGS[value]) }))}
      chosen={value[key] ? [value[key]] : []}
      onPress={(amount) => change({ [key]: amount === value[key] ? undefined : amount })}
    />
  );
  return (
    <details className={cx(listStyles.panel, disclosureStyles.disclosure)} id={id}>
      <summary>
        <span className={shared.grow}>
          {t('books.form.copy')}
          <small className={shared.block}>{copySummary(value) || t('books.form.copy-optional')}</small>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div className={disclosureStyles.contents}>
        {scale('highlighting', t('books.form.highlighting'))}
        {scale('notes', t('books.form.notes'))}
        <OptionGroup
          label={t('books.form.access-code')}
          joined
          options={accessCodeStates.map((value) => ({ value, label: t(ACCESS_CODES[value]) }))}
          chosen={value.accessCode ? [value.accessCode] : []}
          onPress={(state) => change({ accessCode: state === value.accessCode ? undefined : state })}
        />
        <OptionGroup
          label={t('books.form.flaws')}
          options={bookFlaws.map((value) => ({ value, label: flawText(value) }))}
          chosen={flaws}
          onPress={(flaw) =>
            change({
              flaws: flaws.includes(flaw) ? flaws.filter((other) => other !== flaw) : [...flaws, flaw],
            })
          }
        />
        <SwitchRow
          label={copyLineText('books.copy.international-edition')}
          checked={value.isInternationalEdition === true}
          onChange={({ target }) => change({ isInternationalEdition: target.checked || undefined })}
        />
        <SwitchRow
          label={copyLineText('books.copy.instructor-copy')}
          checked={value.isInstructorCopy === true}
          onChange={({ target }) => change({ isInstructorCopy: target.checked || undefined })}
        />
      </div>
    </details>
  );
}
