import { useId, type ReactElement, type ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import styles from './field.module.css';

/** Props that the control inside a field spreads onto itself. */
type FieldControl = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** The error; shown between label and control, and marks the control as invalid. */
  error?: ReactElement | string | null;
  required?: boolean;
  /** '97 / 5,000' at the right of the help. */
  counter?: { length: number; max: number };
  /** '1 of 5' in the same place. */
  count?: string;
  id?: string;
};

/** Forms are `noValidate` and focus the first invalid control: a browser's bubbles may be in another language. */
export function Field({
  label,
  help,
  error,
  required,
  counter,
  count,
  id,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const own = useId();
  const control = id ?? own;
  const problemId = `${control}-problem`;
  const helpId = `${control}-help`;
  const counted = counter === undefined ? count : t('ui.field.counter', counter);
  const helped = help !== undefined || counted !== undefined;
  return (
    <div className={cx(styles.field, error && styles.invalid)}>
      <label htmlFor={control}>
        {label}
        {required && ' '}
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {error && (
        <p className={styles.error} id={problemId}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {children({
        id: control,
        'aria-describedby': cx(error && problemId, helped && helpId),
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {helped && (
        <p className={cx(styles.help, counted && shared.between)} id={helpId}>
          {counted ? <span>{help}</span> : help}
          {counted && <span>{counted}</span>}
        </p>
      )}
    </div>
  );
}
