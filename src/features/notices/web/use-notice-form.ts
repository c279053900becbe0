import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useSession } from '#features/accounts/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import { type FormDraft, useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Receipt } from '../contract.ts';
import { noticeApi } from './notice-queries.ts';

type NoticeValues = {
  url: string;
  reason: string;
  endangersChild: boolean;
  name: string;
  email: string;
  goodFaith: boolean;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

const schema = formSchema((values: NoticeValues, refuse) => {
  const [url, reason, name, email] = [values.url, values.reason, values.name, values.email].map((text) =>
    text.trim(),
  ) as [string, string, string, string];
  const { endangersChild, goodFaith } = values;
  if (url === '') refuse('url', t('notices.form.url-required'));
  if (reason === '') refuse('reason', t('notices.form.reason-required'));
  if (name === '' && !endangersChild) refuse('name', t('notices.form.name-required'));
  if (email === '' && !endangersChild) refuse('email', t('notices.form.email-required'));
  if (email !== '' && !EMAIL.test(email)) refuse('email', t('notices.form.email-invalid'));
  if (!goodFaith) refuse('goodFaith', t('notices.form.good-faith-required'));
  return {
    url,
    reason,
    endangersChild,
    goodFaith: true as const,
    ...(name !== '' && { name }),
    ...(email !== '' && { email }),
  };
});

/** It survives a failed request and a reload, and ends with the tab. */
const stored = openDraft('notice-draft', tabDrafts);
const texts = ['url', 'reason', 'name', 'email'] as const;
const boxes = ['endangersChild', 'goodFaith'] as const;

const draft: FormDraft<NoticeValues> = {
  read: () => {
    const values = (stored.read() ?? {}) as Record<string, unknown>;
    return Object.fromEntries([
      ...texts.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])),
      ...boxes.flatMap((name) => (typeof values[name] === 'boolean' ? [[name, values[name]]] : [])),
    ]);
  },
  save: (values) => void stored.save(values),
  clear: stored.clear,
};

/** The form of a notice: filled in with the page that led here and the current user. */
export function useNoticeForm() {
  const api = noticeApi(useTransport());
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const form = useForm(schema, {
    draft,
    emptyValues: { url: '', reason: '', endangersChild: false, name: '', email: '', goodFaith: false },
    onSubmit: async (body) => {
      const received = await api.call('POST /api/notices', { body });
      if (form.isLeft()) toast({ title: t('notices.form.sent'), description: received.receipt });
      else setReceipt(received);
    },
    onRefused: (error, isLeft) => {
      if (isLeft) showErrorToast(failureText(error), t('notices.form.not-sent'));
    },
  });
  const { getValues, setValue, clearErrors } = form;
  const page = new URLSearchParams(useSearch()).get('url');
  useEffect(() => {
    if (page !== null) setValue('url', page.startsWith('/') ? location.origin + page : page);
  }, [page, setValue]);
  useEffect(() => {
    if (user === null) return;
    for (const field of ['name', 'email'] as const) {
      if (getValues(field) !== '') continue;
      setValue(field, user[field]);
      clearErrors(field);
    }
  }, [user, getValues, setValue, clearErrors]);
  return { ...form, receipt };
}
