import { t } from '#platform/shared/texts/t.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { MAX_NOTICE_LENGTH, MAX_NOTICE_URL_LENGTH, MAX_NOTIFIER_NAME_LENGTH } from '../rules.ts';
import { CheckBox } from './check-box.tsx';
import { NoticeReceipt } from './notice-receipt.tsx';
import { useNoticeForm } from './use-notice-form.ts';
import shared from '#ui/shared.module.css';

/** `/report-illegal?url=`: anybody reports illegal content, without an account. */
export default function ReportIllegalPage() {
  const form = useNoticeForm();
  const back = useBack('/');
  const title = t(form.receipt === null ? 'notices.form.title' : 'notices.receipt.title');
  useDocumentTitle(title);
  return (
    <AppShell>
      <TitleHeader title={title} back={form.receipt === null ? back : { href: '/' }} />
      <Main id="main">
        {form.receipt === null ? <NoticeForm form={form} /> : <NoticeReceipt receipt={form.receipt} />}
      </Main>
    </AppShell>
  );
}

function NoticeForm({ form }: { form: ReturnType<typeof useNoticeForm> }) {
  const { submit, field, watch, busy, failure } = form;
  const isNeeded = !watch('endangersChild');
  return (
    <>
      <p>{t('notices.form.intro')}</p>
      <form className={shared.stack} method="post" noValidate onSubmit={submit}>
        <TextField
          {...field('url')}
          label={t('notices.form.url')}
          required
          type="url"
          autoComplete="off"
          maxLength={MAX_NOTICE_URL_LENGTH}
        />
        <TextAreaField
          {...field('reason')}
          label={t('notices.form.reason')}
          help={t('notices.form.reason-help')}
          required
          rows={4}
          autoComplete="off"
          max={MAX_NOTICE_LENGTH}
        />
        <CheckBox {...field('endangersChild')} help={t('notices.form.child-help')}>
          {t('notices.form.child')}
        </CheckBox>
        <TextField
          {...field('name')}
          label={t('notices.form.name')}
          required={isNeeded}
          autoComplete="name"
          maxLength={MAX_NOTIFIER_NAME_LENGTH}
        />
        <TextField
          {...field('email')}
          label={t('notices.form.email')}
          help={t('notices.form.email-help')}
          required={isNeeded}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <CheckBox {...field('goodFaith')} required>
          {t('notices.form.good-faith')}
        </CheckBox>
        {failure !== null && (
          <InlineAlert tone="danger">
            {t('notices.form.saved-here', { reason: failureText(failure) })}
          </InlineAlert>
        )}
        <SubmitButton busy={busy}>{busy ? t('notices.form.sending') : t('notices.form.send')}</SubmitButton>
        <noscript>
          <p className={cx(shared.small, shared.soft)}>{t('notices.form.needs-script')}</p>
        </noscript>
      </form>
    </>
  );
}
