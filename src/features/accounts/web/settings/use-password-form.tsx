import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { ApiError } from '#platform/web/transport.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { passwordLength } from '../../rules.ts';

export const passwordNames = {
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm New Password',
} as const;
type PasswordName = keyof typeof passwordNames;

type Values = Record<PasswordName, string>;
type PasswordErrors = Partial<Record<PasswordName, ReactElement | string>>;

/**
 * A form for a new password. Errors appear at their field, which gets the focus; `refusal` is the server's
 * error that belongs to no field. `send` throws the errors of its request.
 */
export function usePasswordForm(fields: readonly PasswordName[], send: (values: Values) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<PasswordErrors>({});
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const inputOf = (field: PasswordName) =>
    form.current?.querySelector<HTMLInputElement>(`input[data-field="${field}"]`);

  const show = (found: PasswordErrors) => {
    setProblems(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) inputOf(first)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const values = Object.fromEntries(fields.map((field) => [field, inputOf(field)?.value ?? ''])) as Values;
    const found = toPasswordErrors(values, fields);
    show(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (form.current === null) return showNotChanged(error);
      const refused = refusedFields(error, fields);
      show(refused);
      if (Object.keys(refused).length === 0) {
        if (error instanceof ApiError) setRefusal(error);
        else showOfflineToast();
      }
    } finally {
      setBusy(false);
    }
  };

  return { form, problems, refusal, busy, submit };
}

const twoLines = (title: string, text: string) => (
  <span>
    {title}
    <span className="block more">{text}</span>
  </span>
);

function toPasswordErrors(values: Values, fields: readonly PasswordName[]): PasswordErrors {
  const missing = fields.filter((field) => values[field] === '');
  if (missing.length > 0)
    return Object.fromEntries(missing.map((field) => [field, `${passwordNames[field]} is required`]));
  if (values.newPassword !== values.confirmPassword)
    return { confirmPassword: twoLines('Password Mismatch', "New passwords don't match. Please try again.") };
  if ([...values.newPassword].length < passwordLength.min) {
    const text = `Password must be at least ${passwordLength.min} characters long.`;
    return { newPassword: twoLines('Password Too Short', text) };
  }
  return {};
}

function refusedFields(error: unknown, fields: readonly PasswordName[]): PasswordErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'invalid-current-password') return { currentPassword: error.detail };
  const found: PasswordErrors = {};
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}

function showOfflineToast(): void {
  showErrorToast("Your password hasn't been changed yet. Please try again.", 'No connection');
}

/** After the page was left. */
function showNotChanged(error: unknown): void {
  if (!(error instanceof ApiError)) return showOfflineToast();
  const description = error.errors[0]?.message ?? error.detail;
  showErrorToast(description, "Your password wasn't changed");
}
