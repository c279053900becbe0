import { formSchema } from '#platform/web/forms/form-schema.ts';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { passwordLength } from '../../rules.ts';

export const passwordLabels = {
  currentPassword: textId('accounts.label.current-password'),
  newPassword: textId('accounts.label.new-password'),
  confirmPassword: textId('accounts.label.confirm-password'),
} as const;
type PasswordName = keyof typeof passwordLabels;
type Values = Record<PasswordName, string>;

const requiredErrors = {
  currentPassword: textId('accounts.field.current-password.required'),
  newPassword: textId('accounts.field.new-password.required'),
  confirmPassword: textId('accounts.field.confirm-password.required'),
} as const;

/** A title, and what helps below it. */
const inTwoLines = (title: PlainTextId, remedy: string) => `${t(title)}\n${remedy}`;

const toSchema = (fields: readonly PasswordName[]) =>
  formSchema((values: Values, refuse) => {
    const missing = fields.filter((field) => values[field] === '');
    for (const field of missing) refuse(field, t(requiredErrors[field]));
    if (missing.length > 0) return values;
    if (values.newPassword !== values.confirmPassword)
      refuse(
        'confirmPassword',
        inTwoLines(
          'accounts.field.confirm-password.mismatch',
          t('accounts.field.confirm-password.mismatch-remedy'),
        ),
      );
    else if ([...values.newPassword].length < passwordLength.min)
      refuse(
        'newPassword',
        inTwoLines(
          'accounts.field.new-password.too-short',
          t('accounts.field.password.too-short', { min: passwordLength.min }),
        ),
      );
    return values;
  });

const schemas = {
  change: toSchema(['currentPassword', 'newPassword', 'confirmPassword']),
  reset: toSchema(['newPassword', 'confirmPassword']),
};

/** A form for a new password. `refusal` is the server's error that belongs to no field. */
export function usePasswordForm(kind: keyof typeof schemas, onSubmit: (values: Values) => Promise<void>) {
  const { failure, ...form } = useForm(schemas[kind], {
    onSubmit,
    fieldsOfCodes: { 'invalid-current-password': 'currentPassword' },
    onRefused: showRefusal,
  });
  return { ...form, refusal: failure instanceof ApiError ? failure : null };
}

function showRefusal(error: Error, isLeft: boolean): void {
  if (!(error instanceof ApiError))
    showErrorToast(t('accounts.change-password.not-reached'), t('accounts.error.no-connection'));
  else if (isLeft)
    showErrorToast(error.errors[0]?.message ?? error.detail, t('accounts.change-password.failed'));
}
