import { useEffect, useRef } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
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

const labels: Record<ContactField, string> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
};

const schema = formSchema((values: ContactDraft, refuse) => {
  for (const field of contactFields)
    if (values[field].trim() === '') refuse(field, `${labels[field]} is required`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(values.email.trim()))
    refuse('email', 'Enter an email like name@university.edu');
  return values;
});

/**
 * The contact form. Its inputs keep what was typed before hydration; empty ones are then filled in from the
 * draft and the current user.
 */
export function useContactForm() {
  const api = apiClient<SupportEndpoints>(useTransport());
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  /** Only bots fill in this hidden field. */
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm(schema, {
    draft: { read: readContactDraft, save: saveContactDraft, clear: clearContactDraft },
    emptyValues: { name: '', email: '', subject: '', message: '' },
    onSubmit: async (values) => {
      const homepage = trap.current?.value ?? '';
      await api.call('POST /api/support', { body: { ...values, ...(homepage !== '' && { homepage }) } });
      if (form.isLeft()) toast({ title: 'Message sent', description: SUPPORT_THANKS_TEXT });
    },
    onRefused: (error, isLeft) => {
      if (isLeft) showErrorToast(failureText(error), "Your message wasn't sent");
    },
  });
  const { getValues, setValue } = form;
  useEffect(() => {
    if (user === null) return;
    for (const field of ['name', 'email'] as const) if (getValues(field) === '') setValue(field, user[field]);
  }, [user, getValues, setValue]);
  return { ...form, trap };
}
