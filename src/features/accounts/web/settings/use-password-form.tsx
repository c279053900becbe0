import { formSchema } from '#platform/web/forms/form-schema.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { passwordLength } from '../../rules.ts';

export const passwordNames = {
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm New Password',
} as const;
type PasswordName = keyof typeof passwordNames;
type Values = Record<PasswordName, string>;

const toSchema = (fields: readonly PasswordName[]) =>
  formSchema((values: Values, refuse) => {
    const missing = fields.filter((field) => values[field] === '');
    for (const field of missing) refuse(field, `${passwordNames[field]} is required`);
    if (missing.length > 0) return values;
    if (values.newPassword !== values.confirmPassword)
      refuse('confirmPassword', "Password Mismatch\nNew passwords don't match. Please try again.");
    else if ([...values.newPassword].length < passwordLength.min)
      refuse(
        'newPassword',
        `Password Too Short\nPassword must be at least ${passwordLength.min} characters long.`,
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
    showErrorToast("Your password hasn't been changed yet. Please try again.", 'No connection');
  else if (isLeft) showErrorToast(error.errors[0]?.message ?? error.detail, "Your password wasn't changed");
}
