import { useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import listStyles from '../layout/list.module.css';
import skeletonStyles from '../states/skeleton.module.css';
import { MoneyBox, moneyInput } from './money-box.tsx';
import styles from './fields.module.css';

type Shared = Omit<FieldProps, 'counter'>;

/** The props of the field, and those of its control. */
function split<Props extends Shared>({ label, help, error, required, id, ...control }: Props) {
  return { field: { label, help, error, required, id }, control };
}

type TextFieldProps = Shared &
  Omit<ComponentProps<'input'>, keyof Shared> & {
    /** A small icon at the end; null for a place where one may come. */
    mark?: IconName | null;
  };

/** Codes, emails and passwords run from left to right in every language. */
const directionOf = ({ type = 'text', inputMode }: ComponentProps<'input'>) =>
  type === 'text' && inputMode === undefined ? 'auto' : 'ltr';

export function TextField({ className, mark, ...props }: TextFieldProps) {
  const { field, control: rest } = split(props);
  return (
    <Field {...field}>
      {(control) => {
        const input = (
          <input
            type="text"
            dir={directionOf(rest)}
            {...rest}
            {...control}
            className={cx(styles.input, className)}
          />
        );
        if (mark === undefined) return input;
        return (
          <div className={cx(mark !== null && styles.marked)} data-marked={mark !== null}>
            {input}
            {mark !== null && <Icon name={mark} />}
          </div>
        );
      }}
    </Field>
  );
}

type TextAreaFieldProps = Shared &
  Omit<ComponentProps<'textarea'>, keyof Shared> & {
    /** Shows '97 / 5,000' and stops there. */
    max?: number;
  };

export function TextAreaField({ max, className, onInput, ...props }: TextAreaFieldProps) {
  const { field, control: rest } = split(props);
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? '').length);
  const length = rest.value === undefined ? typed : String(rest.value).length;
  const { ref: given } = rest;
  return (
    <Field {...field} counter={max === undefined ? undefined : { length, max }}>
      {(control) => (
        <textarea
          dir="auto"
          maxLength={max}
          {...rest}
          {...control}
          ref={(node) => {
            if (typeof given === 'function') given(node);
            else if (given) given.current = node;
            // A form sets initial and reset values on the element, without a change event.
            if (node !== null) setTyped(node.value.length);
          }}
          className={cx(styles.input, className)}
          onInput={(event) => {
            setTyped(event.currentTarget.value.length);
            onInput?.(event);
          }}
        />
      )}
    </Field>
  );
}

type SelectFieldProps = Shared &
  Omit<ComponentProps<'select'>, keyof Shared | 'children'> & {
    options: readonly (string | { value: string; label: string })[];
    /** A first, empty choice: 'Choose a subject'. */
    placeholder?: string;
  };

export function SelectField({ options, placeholder, className, ...props }: SelectFieldProps) {
  const { field, control: rest } = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.pick}>
          <select {...rest} {...control} className={cx(styles.input, className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => {
              const { value, label: words } =
                typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {words}
                </option>
              );
            })}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}

type PriceFieldProps = Shared & Omit<ComponentProps<'input'>, keyof Shared>;

/** An amount as text; the form's schema reads it. */
export function PriceField({ className, ...props }: PriceFieldProps) {
  const { field, control: rest } = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <MoneyBox>
          <input {...moneyInput()} {...rest} {...control} className={cx(styles.input, className)} />
        </MoneyBox>
      )}
    </Field>
  );
}

type SwitchRowProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** The icon of a row in a list of settings. */
  icon?: IconName;
  unknown?: boolean;
};

export function SwitchRow({ label, icon, unknown, ...rest }: SwitchRowProps) {
  return (
    <label className={icon ? listStyles.item : cx(shared.row, shared.between)}>
      {icon && <Icon name={icon} />}
      <span className={icon && shared.grow}>{label}</span>
      {unknown ? (
        <span className={cx(styles.switch, skeletonStyles.bone, skeletonStyles.switch)} aria-hidden="true" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state
        <input className={styles.switch} type="checkbox" role="switch" {...rest} />
      )}
    </label>
  );
}
