import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import { ListItemSkeleton } from '#ui/states/screen-skeletons.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { ModerationEndpoints } from '../../contract.ts';
import { linkedDecisionQuery } from '../moderation-queries.ts';
import { Statement } from './statement.tsx';

/** The decision of a link in a mail, for a person whose account is deleted. */
export default function AppealPage() {
  const token = useLinkToken();
  useDocumentTitle(t('moderation.decisions.one'));
  return (
    <AppShell>
      <TitleHeader title={t('moderation.decisions.one')} back={{ href: '/' }} />
      {token === null && (
        <Main id="main">
          <ListItemSkeleton lines={3} />
        </Main>
      )}
      {token === '' && (
        <Main id="main" middle>
          <BadLink />
        </Main>
      )}
      {token !== null && token !== '' && <LinkedDecision token={token} />}
    </AppShell>
  );
}

function LinkedDecision({ token }: { token: string }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const options = linkedDecisionQuery(transport, token);
  const query = useQuery(options);
  const askAgain = useOfflineRetry(query);
  const decision = query.data;
  const isBad = decision === undefined && isRefused(query.error);
  return (
    <PageStates
      query={{ ...query, isError: query.isError && decision === undefined }}
      onRetryOffline={askAgain}
      skeleton={<ListItemSkeleton lines={3} />}
      missing={isBad ? <BadLink error={query.error} /> : null}
      errorTitle={t('moderation.decisions.failed-one')}
    >
      {decision && (
        <Statement
          decision={decision}
          send={(text) =>
            apiClient<ModerationEndpoints>(transport).call('POST /api/appeals', { body: { token, text } })
          }
          refetch={() => queries.invalidateQueries({ queryKey: options.queryKey })}
        />
      )}
    </PageStates>
  );
}

/** The server does not accept the link; everything else may go better later. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const BadLink = ({ error }: { error?: unknown }) => (
  <EmptyState
    level={1}
    illustration="no-books-found"
    title={t('moderation.link.bad')}
    text={
      error instanceof ApiError && error.code === 'appeal-expired'
        ? t('moderation.problem.appeal-expired')
        : t('moderation.link.bad-text')
    }
    action={<LinkButton href="/help">{t('moderation.link.help')}</LinkButton>}
  />
);

/**
 * The token of the link; '' without one, null before hydration. It moves from the address to the state of the
 * history entry: there a reload finds it, and no request, copied address or script of others names it.
 */
function useLinkToken(): string | null {
  const isHydrated = useHydrated();
  const token = useMemo(() => (isHydrated ? readToken() : null), [isHydrated]);
  useEffect(() => {
    if (token !== null && location.search !== '')
      history.replaceState(
        { ...(history.state as object | null), appealToken: token },
        '',
        location.pathname,
      );
  }, [token]);
  return token;
}

function readToken(): string {
  const kept = (history.state as { appealToken?: unknown } | null)?.appealToken;
  return new URLSearchParams(location.search).get('token') ?? (typeof kept === 'string' ? kept : '');
}
