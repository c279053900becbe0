import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { SupportEndpoints } from '../contract.ts';
import { SUPPORT_THANKS_TEXT } from '../rules.ts';
import {
  contactFields,
  clearContactDraft,
  saveContactDraft,
  readContactDraft,
  type ContactDraft,
  type ContactField,
} from './contact-draft.ts';

type ContactErrors = Partial<Record<ContactField, string>>;
type State = { name: 'writing' | 'sending' | 'sent' } | { name: 'failed'; why: string };

const labels: Record<ContactField, string> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
};

/**
 * The contact form. Its inputs keep what was typed before hydration; empty ones are then filled in from the
 * draft and the current user.
 */
export function useContactForm() {
  const transport = useTransport();
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<ContactErrors>({});
  const [state, setState] = useState<State>({ name: 'writing' });
  const draftRead = useRef(false);

  useEffect(() => {
    if (!draftRead.current) fillIn(form.current, readContactDraft());
    draftRead.current = true;
    if (user !== null) fillIn(form.current, { name: user.name, email: user.email });
  }, [user]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.name === 'sending') return;
    const values = valuesOf(form.current);
    const found = validateContact(values);
    setProblems(found);
    setState({ name: 'writing' });
    if (focusFirst(form.current, found)) return;
    setState({ name: 'sending' });
    try {
      // Only bots fill in this hidden field.
      const homepage = inputOf(form.current, 'homepage')?.value ?? '';
      await apiClient<SupportEndpoints>(transport).call('POST /api/support', {
        body: { ...values, ...(homepage !== '' && { homepage }) },
      });
      // The page was left meanwhile, or the next message begun.
      if (form.current === null) toast({ title: 'Message sent', description: SUPPORT_THANKS_TEXT });
      else if (!isSame(valuesOf(form.current), values)) return setState({ name: 'sent' });
      form.current?.reset();
      clearContactDraft();
      setState({ name: 'sent' });
    } catch (error) {
      if (form.current === null) return showNotSent(error);
      const refused = error instanceof ApiError ? toContactErrors(error) : {};
      setProblems(refused);
      if (focusFirst(form.current, refused)) setState({ name: 'writing' });
      else setState({ name: 'failed', why: failureText(error) });
    }
  };

  return { form, problems, state, submit, keep: () => saveContactDraft(valuesOf(form.current)) };
}

const inputOf = (form: HTMLFormElement | null, name: ContactField | 'homepage') =>
  form?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`) ?? null;

function valuesOf(form: HTMLFormElement | null): ContactDraft {
  const [name, email, subject, message] = contactFields.map((field) => inputOf(form, field)?.value ?? '');
  return { name: name!, email: email!, subject: subject!, message: message! };
}

function fillIn(form: HTMLFormElement | null, values: Partial<ContactDraft>): void {
  for (const field of contactFields) {
    const input = inputOf(form, field);
    const value = values[field];
    if (input !== null && value !== undefined && input.value === '') input.value = value;
  }
}

/** A first check without a request; the server validates fully. */
function validateContact(values: ContactDraft): ContactErrors {
  const problems: ContactErrors = {};
  for (const field of contactFields)
    if (values[field].trim() === '') problems[field] = `${labels[field]} is required`;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(values.email.trim()))
    problems.email ??= 'Enter an email like name@university.edu';
  return problems;
}

function toContactErrors({ errors }: ApiError): ContactErrors {
  const problems: ContactErrors = {};
  for (const { path, message } of errors) {
    const field = contactFields.find((name) => name === path);
    if (field !== undefined) problems[field] ??= message;
  }
  return problems;
}

/** Focuses the first invalid field, and returns whether there is one. */
function focusFirst(form: HTMLFormElement | null, problems: ContactErrors): boolean {
  const first = contactFields.find((field) => problems[field] !== undefined);
  if (first !== undefined) inputOf(form, first)?.focus();
  return first !== undefined;
}

const isSame = (one: ContactDraft, other: ContactDraft): boolean =>
  contactFields.every((field) => one[field] === other[field]);

/** After the page was left. The draft is kept. */
const showNotSent = (error: unknown) => showErrorToast(failureText(error), "Your message wasn't sent");
