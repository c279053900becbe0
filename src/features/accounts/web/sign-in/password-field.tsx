import { type ComponentProps, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Field, type FieldProps } from '#ui/forms/field.tsx';
import { passwordLength } from '../../rules.ts';
import fieldsStyles from '#ui/forms/fields.module.css';

/** The help below each field for a new password. */
export const newPasswordHelp = (): string => t('accounts.password-field.help', { min: passwordLength.min });

type PasswordFieldProps = Pick<FieldProps, 'help' | 'error'> &
  Omit<ComponentProps<'input'>, 'type'> & {
    label: string;
    autoComplete: 'current-password' | 'new-password';
  };

/** A password input with a button that shows it. The label names the input only. */
export function PasswordField({ label, help, error, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={fieldsStyles.box}>
          <input
            {...rest}
            {...control}
            dir="ltr"
            className={fieldsStyles.input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
          />
          <Button variant="text" size="slim" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'accounts.password-field.hide' : 'accounts.password-field.show')}
          </Button>
        </div>
      )}
    </Field>
  );
}
