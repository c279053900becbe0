import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { languageNames } from '#platform/shared/texts/language-choice.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import { type FormDraft, useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { SupportEndpoints } from '../contract.ts';
import { supportLimits } from '../rules.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The form that writes to the administrators. */
export function ContactForm() {
  const { submit, field, trap, busy, isSent, failure } = useContactForm();
  return (
    <>
      <form className={cx(listStyles.panel, shared.stack)} method="post" noValidate onSubmit={submit}>
        <TextField
          {...field('name')}
          label={t('support.contact.name')}
          autoComplete="name"
          maxLength={supportLimits.name}
        />
        <TextField
          {...field('email')}
          label={t('support.contact.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField
          {...field('subject')}
          label={t('support.contact.subject')}
          autoComplete="off"
          maxLength={supportLimits.subject}
        />
        <TextAreaField
          {...field('message')}
          label={t('support.contact.message')}
          autoComplete="off"
          maxLength={supportLimits.message}
          rows={5}
        />
        {/* A hidden field that only bots fill in. Screen readers skip it. */}
        <div hidden>
          <label>
            {t('support.contact.trap')}
            <input ref={trap} name="homepage" type="text" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {failure !== null && (
          <InlineAlert tone="danger">
            {t('support.contact.saved-here', { reason: failureText(failure) })}
          </InlineAlert>
        )}
        <SubmitButton busy={busy}>
          {busy ? t('support.contact.sending') : t('support.contact.send')}
        </SubmitButton>
        <noscript>
          <p className={cx(shared.small, shared.soft)}>{t('support.contact.needs-script')}</p>
        </noscript>
      </form>
      {isSent && <Thanks />}
    </>
  );
}

/** The thanks below the form, which is taller than a phone: scrolled into view, and the on-screen keyboard closes. */
function Thanks() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      <InlineAlert tone="positive" icon="check" announced>
        {t('support.contact.thanks')}
      </InlineAlert>
    </div>
  );
}

/** The errors of empty fields. */
const missing = {
  name: textId('support.contact.name-required'),
  email: textId('support.contact.email-required'),
  subject: textId('support.contact.subject-required'),
  message: textId('support.contact.message-required'),
};
const fields = Object.keys(missing) as ContactField[];
type ContactField = keyof typeof missing;
type ContactValues = Record<ContactField, string>;

const schema = formSchema((values: ContactValues, refuse) => {
  for (const field of fields) if (values[field].trim() === '') refuse(field, t(missing[field]));
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(values.email.trim()))
    refuse('email', t('support.contact.email-invalid'));
  return values;
});

/** It survives a failed request and a reload, and ends with the tab: the next user of a public computer does not see it. */
const stored = openDraft('support-draft', tabDrafts);

const draft: FormDraft<ContactValues> = {
  read: () => {
    const values = (stored.read() ?? {}) as Record<string, unknown>;
    return Object.fromEntries(
      fields.flatMap((field) => (typeof values[field] === 'string' ? [[field, values[field]]] : [])),
    );
  },
  save: (values) => void stored.save(values),
  clear: stored.clear,
};

/**
 * The contact form. Its inputs keep what was typed before hydration; empty ones are then filled in from the
 * draft and the current user.
 */
function useContactForm() {
  const api = apiClient<SupportEndpoints>(useTransport());
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  /** Only bots fill in this hidden field. */
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm(schema, {
    draft,
    emptyValues: { name: '', email: '', subject: '', message: '' },
    onSubmit: async (values) => {
      const homepage = trap.current?.value ?? '';
      await api.call('POST /api/support', { body: { ...values, ...(homepage !== '' && { homepage }) } });
      if (form.isLeft())
        toast({ title: t('support.contact.sent'), description: t('support.contact.thanks') });
    },
    onRefused: (error, isLeft) => {
      if (isLeft) showErrorToast(failureText(error), t('support.contact.not-sent'));
    },
  });
  const { getValues, setValue, clearErrors, setFocus } = form;
  /** The page whose words could be better. */
  const page = new URLSearchParams(useSearch()).get('wording');
  useEffect(() => {
    if (user === null) return;
    for (const field of ['name', 'email'] as const) {
      if (getValues(field) !== '') continue;
      setValue(field, user[field]);
      clearErrors(field);
    }
  }, [user, getValues, setValue, clearErrors]);
  useEffect(() => {
    if (page === null) return;
    const { language } = currentLocale();
    const values = {
      subject: t('support.wording.subject', { language: languageNames[language] }),
      message: `${t('support.wording.message', { page })}\n\n`,
    };
    for (const field of ['subject', 'message'] as const)
      if (getValues(field) === '') setValue(field, values[field]);
    setFocus('message');
  }, [page, getValues, setValue, setFocus]);
  return { ...form, trap };
}
