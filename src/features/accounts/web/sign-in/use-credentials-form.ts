import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { useSessionActions } from '../session/session-context.tsx';

export type CredentialField = 'name' | 'email' | 'password';
export type CredentialsCall = 'POST /api/auth/sign-in/email' | 'POST /api/auth/sign-up/email';
type CredentialErrors = Partial<Record<CredentialField, string>>;

const names: Record<CredentialField, string> = { name: 'Name', email: 'Email', password: 'Password' };

/** The last content of the email field, for a switch between sign-in, sign-up and password reset. */
let typedEmail = '';
export const lastTypedEmail = (): string => typedEmail;

/**
 * Submits a form of name, email and password, and shows the server's errors at their fields. The inputs keep
 * what was typed before hydration.
 */
export function useCredentialsForm(
  call: CredentialsCall,
  fields: readonly CredentialField[],
  onDone?: () => void,
) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<CredentialErrors>({});
  const [busy, setBusy] = useState(false);
  const [email] = useState(typedEmail);
  // On input, not on unmount: the other form renders before that.
  useEffect(() => {
    const field = inputOf(form.current, 'email');
    const note = () => {
      typedEmail = field?.value ?? '';
    };
    field?.addEventListener('input', note);
    return () => field?.removeEventListener('input', note);
  }, []);

  const show = (found: CredentialErrors) => {
    setProblems(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) inputOf(form.current, first)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const values = Object.fromEntries(
      fields.map((field) => [field, inputOf(form.current, field)?.value ?? '']),
    );
    const missing = fields.filter((field) =>
      field === 'password' ? values[field] === '' : values[field]!.trim() === '',
    );
    if (missing.length > 0) {
      show(Object.fromEntries(missing.map((field) => [field, `${names[field]} is required`])));
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await transport(call, { body: values });
      typedEmail = '';
      await entered();
      onDone?.();
    } catch (error) {
      show(toCredentialErrors(error, fields));
    } finally {
      setBusy(false);
    }
  };

  return { form, email, problems, busy, submit };
}

const inputOf = (form: HTMLFormElement | null, field: CredentialField) =>
  form?.querySelector<HTMLInputElement>(`input[data-field="${field}"]`);

/** The errors by field; an error of no field is shown in a toast. */
function toCredentialErrors(error: unknown, fields: readonly CredentialField[]): CredentialErrors {
  if (!(error instanceof ApiError)) {
    showErrorToast("You aren't signed in yet. Please try again.", 'No connection');
    return {};
  }
  const found: CredentialErrors = {};
  for (const { path, message } of error.errors) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) found[field] ??= message;
  }
  if (Object.keys(found).length > 0) return found;
  if (error.code === 'email-taken' || error.code === 'email-banned') return { email: error.detail };
  if (error.code === 'invalid-credentials') return { password: error.detail };
  showErrorToast(error.detail);
  return {};
}
