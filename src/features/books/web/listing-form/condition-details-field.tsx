import { Icon } from '#ui/icons/icon.tsx';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import {
  accessCodeStates,
  bookFlaws,
  capitalize,
  type ConditionDetails,
  formatConditionSummary,
  markingAmounts,
  normalizeConditionDetails,
} from '../../condition-details.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import disclosureStyles from '#ui/actions/disclosure.module.css';
import listStyles from '#ui/layout/list.module.css';

type ConditionDetailsFieldProps = {
  id: string;
  value: ConditionDetails;
  onChange: (value: ConditionDetails) => void;
};

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: capitalize(value) }));

const markings = toOptions(markingAmounts);
const accessCodes = toOptions(accessCodeStates);
const flawOptions = toOptions(bookFlaws);

/** What buyers ask about a copy. Folded, with a line of what is said. */
export function ConditionDetailsField({ id, value, onChange }: ConditionDetailsFieldProps) {
  const change = (part: ConditionDetails) => onChange(normalizeConditionDetails({ ...value, ...part }) ?? {});
  const flaws = value.flaws ?? [];
  const scale = <Key extends 'highlighting' | 'notes'>(key: Key, label: string) => (
    <OptionGroup
      label={label}
      joined
      options={markings}
      chosen={value[key] ? [value[key]] : []}
      onPress={(amount) => change({ [key]: amount === value[key] ? undefined : amount })}
    />
  );
  return (
    <details className={cx(listStyles.panel, disclosureStyles.disclosure)} id={id}>
      <summary>
        <span className={shared.grow}>
          Condition details
          <small className={shared.block}>
            {formatConditionSummary(value) || 'Optional. Saves buyers from asking'}
          </small>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div className={disclosureStyles.contents}>
        {scale('highlighting', 'Highlighting')}
        {scale('notes', 'Notes')}
        <OptionGroup
          label="Access code"
          joined
          options={accessCodes}
          chosen={value.accessCode ? [value.accessCode] : []}
          onPress={(state) => change({ accessCode: state === value.accessCode ? undefined : state })}
        />
        <OptionGroup
          label="Flaws"
          options={flawOptions}
          chosen={flaws}
          onPress={(flaw) =>
            change({
              flaws: flaws.includes(flaw) ? flaws.filter((other) => other !== flaw) : [...flaws, flaw],
            })
          }
        />
        <SwitchRow
          label="International edition"
          checked={value.isInternationalEdition === true}
          onChange={({ target }) => change({ isInternationalEdition: target.checked || undefined })}
        />
        <SwitchRow
          label="Instructor copy"
          checked={value.isInstructorCopy === true}
          onChange={({ target }) => change({ isInstructorCopy: target.checked || undefined })}
        />
      </div>
    </details>
  );
}
