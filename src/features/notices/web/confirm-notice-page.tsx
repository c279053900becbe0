import { useSearch } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { noticeApi } from './notice-queries.ts';
import { NoticeReceipt } from './notice-receipt.tsx';

/** `/notice?token=`, the target of the first mail. A button confirms: programs that open links confirm nothing. */
export default function ConfirmNoticePage() {
  const api = noticeApi(useTransport());
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const isHydrated = useHydrated();
  const { mutate, data, error, isPending } = useSingleMutation({
    networkMode: 'always',
    mutationFn: () => api.call('POST /api/notices/confirm', { body: { token } }),
  });
  // The server renders one page for all links.
  const hasEnded = (isHydrated && token === '') || (error instanceof ApiError && error.status === 404);
  const title = t(data === undefined ? 'notices.confirm.title' : 'notices.receipt.title');
  useDocumentTitle(title);
  return (
    <AppShell>
      <TitleHeader title={title} back={{ href: '/' }} />
      <Main id="main" middle={data === undefined && hasEnded}>
        {data !== undefined && <NoticeReceipt receipt={data} />}
        {data === undefined && hasEnded && (
          <EmptyState
            alert
            illustration="error"
            title={t('notices.confirm.ended')}
            text={t('notices.confirm.ended-text')}
            action={<LinkButton href="/report-illegal">{t('notices.form.title')}</LinkButton>}
          />
        )}
        {data === undefined && !hasEnded && (
          <>
            <p>{t('notices.confirm.text')}</p>
            {error !== null && <InlineAlert tone="danger">{failureText(error)}</InlineAlert>}
            <form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                mutate();
              }}
            >
              <SubmitButton busy={isPending}>{t('notices.confirm.submit')}</SubmitButton>
            </form>
          </>
        )}
      </Main>
    </AppShell>
  );
}
