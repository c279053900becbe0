import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import styles from './notice.module.css';

type CheckBoxProps = Omit<ComponentProps<'input'>, 'children'> & {
  children: ReactNode;
  help?: string;
  error?: string | undefined;
};

/** A box with its text; an error stands above it. */
export function CheckBox({ children, help, error, ...control }: CheckBoxProps) {
  const id = useId();
  return (
    <div className={cx(error !== undefined && fieldStyles.invalid)}>
      {error !== undefined && (
        <p className={fieldStyles.error} id={`${id}-problem`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      <label className={styles.check}>
        <input
          {...control}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={cx(error !== undefined && `${id}-problem`, help !== undefined && `${id}-help`)}
        />
        <span>
          {children}
          {help !== undefined && (
            <span className={cx(shared.small, shared.soft, shared.block)} id={`${id}-help`}>
              {help}
            </span>
          )}
        </span>
      </label>
    </div>
  );
}
