import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { formatThousands } from '#platform/shared/money.ts';

/** What the control inside a field spreads onto itself. */
export type FieldControl = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

export type FieldProps = {
  label: ReactNode;
  /** Shown below the control. */
  help?: ReactNode;
  /** What is wrong; stands between label and control, and marks the control as invalid. */
  error?: ReactElement | string | null;
  required?: boolean;
  /** '97 / 5,000' at the right of the help. */
  counter?: { length: number; max: number };
  id?: string;
};

/**
 * Label, problem, control and help of one field. Forms are `noValidate`, and move the focus to the first bad control
 * themselves: the browser's own bubbles speak another language than the rest of the form.
 */
export function Field({
  label,
  help,
  error,
  required,
  counter,
  id,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const own = useId();
  const control = id ?? own;
  const problemId = `${control}-problem`;
  const helpId = `${control}-help`;
  const helped = help !== undefined || counter !== undefined;
  return (
    <div className={cx('field', error && 'bad')}>
      <label htmlFor={control}>
        {label}
        {required && ' '}
        {required && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {error && (
        <p className="wrong" id={problemId}>
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
        <p className={cx('help', counter && 'between')} id={helpId}>
          {counter ? <span>{help}</span> : help}
          {counter && <span>{`${formatThousands(counter.length)} / ${formatThousands(counter.max)}`}</span>}
        </p>
      )}
    </div>
  );
}
