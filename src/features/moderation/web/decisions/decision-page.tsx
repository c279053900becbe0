import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { isMissing } from '#platform/shared/is-missing.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { AppShell } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import { ListItemSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { ModerationEndpoints } from '../../contract.ts';
import { decisionQuery, invalidateDecisions, refetchDecisionList } from '../moderation-queries.ts';
import { Statement } from './statement.tsx';

/** One decision about the reader, with its appeal. */
export function DecisionPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const query = useQuery(decisionQuery(transport, id));
  const askAgain = useOfflineRetry(query);
  const back = useBack('/account-settings/decisions');
  const decision = query.data;
  const isAbsent = decision === undefined && isMissing(query.error);
  useDocumentTitle(isAbsent ? t('moderation.decisions.missing') : t('moderation.decisions.one'));
  const isRead = decision !== undefined;
  useEffect(() => {
    if (isRead) void refetchDecisionList(queries);
  }, [isRead, queries]);
  return (
    <AppShell>
      <TitleHeader title={t('moderation.decisions.one')} back={back} />
      <PageStates
        query={{ ...query, isError: query.isError && decision === undefined }}
        onRetryOffline={askAgain}
        skeleton={<ListItemSkeleton lines={3} />}
        missing={isAbsent ? <MissingDecision /> : null}
        errorTitle={t('moderation.decisions.failed-one')}
      >
        {decision && (
          <Statement
            decision={decision}
            send={(text) =>
              apiClient<ModerationEndpoints>(transport).call('POST /api/decisions/:id/appeal', {
                params: { id },
                body: { text },
              })
            }
            refetch={() => invalidateDecisions(queries)}
          />
        )}
      </PageStates>
    </AppShell>
  );
}

const MissingDecision = () => (
  <EmptyState
    level={1}
    illustration="no-books-found"
    title={t('moderation.decisions.missing')}
    text={t('moderation.decisions.missing-text')}
    action={<LinkButton href="/account-settings/decisions">{t('moderation.decisions.all')}</LinkButton>}
  />
);
