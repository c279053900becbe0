import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isPasskeyRequired, PasskeyGate } from '#features/accounts/web/lazy.ts';
import { isMissing } from '#platform/shared/is-missing.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { usePersistedText } from '#platform/web/forms/use-persisted-text.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import { MAX_NOTE_LENGTH } from '../../rules.ts';
import { caseQuery, useLiveCases } from '../moderation-queries.ts';
import { AppealSection } from './appeal-section.tsx';
import { CaseBadges } from './case-badges.tsx';
import { CaseSubject } from './case-subject.tsx';
import type { ReasonText } from './case-texts.ts';
import { Complaints } from './complaints.tsx';
import { Decide } from './decide.tsx';
import { CaseHistory } from './case-history.tsx';
import { CaseMeasures } from './case-measures.tsx';
import { CaseSale } from './case-sale.tsx';
import { HoldCase } from './hold-case.tsx';
import shared from '#ui/shared.module.css';

type CasePageProps = { id: string; reasonText: ReasonText };

/** A case: what it is about, what came in, what happened, and what can be decided. */
export function CasePage({ id, ...slots }: CasePageProps) {
  const query = useQuery(caseQuery(useTransport(), id));
  const askAgain = useOfflineRetry(query);
  const back = useBack('/admin?tab=cases');
  useLiveCases();
  const found = query.data;
  const isAbsent = found === undefined && isMissing(query.error);
  const title = found && t('moderation.case.title', { number: String(found.number) });
  useDocumentTitle(isAbsent ? t('moderation.case.missing') : (title ?? null));
  return (
    <AppShell>
      <TitleHeader title={title} back={back} />
      {isPasskeyRequired(query.error) ? (
        <Main id="main">
          <PasskeyGate onUsed={() => void query.refetch()} />
        </Main>
      ) : (
        <PageStates
          query={{ ...query, isError: query.isError && found === undefined }}
          onRetryOffline={askAgain}
          skeleton={<ConversationListSkeleton label={t('moderation.case.loading')} />}
          missing={isAbsent ? <MissingCase /> : null}
          errorTitle={t('moderation.case.failed')}
        >
          {found && <Case key={id} found={found} {...slots} />}
        </PageStates>
      )}
    </AppShell>
  );
}

const MissingCase = () => (
  <EmptyState
    level={1}
    illustration="no-books-found"
    title={t('moderation.case.missing')}
    action={<LinkButton href="/admin?tab=cases">{t('moderation.case.all')}</LinkButton>}
  />
);

type CaseProps = Omit<CasePageProps, 'id'> & { found: CaseDetail };

function Case({ found, reasonText }: CaseProps): ReactNode {
  const [note, setNote] = usePersistedText(`case-note:${found.id}`);
  const now = useNow().getTime();
  const internal = { note, setNote };
  return (
    <>
      <div className={cx(shared.row, shared.between, shared.wrap)} role="status">
        <span className={cx(shared.row, shared.wrap)}>
          <CaseBadges found={found} />
        </span>
        <span className={cx(shared.tiny, shared.soft)}>
          {rich('moderation.case.opened', { time: () => <Time at={found.openedAt} now={now} /> })}
        </span>
      </div>
      <CaseSubject found={found} />
      <AppealSection found={found} />
      <Complaints found={found} reasonText={reasonText} />
      {found.hasSale && found.state !== 'closed' && <CaseSale found={found} />}
      <CaseHistory found={found} />
      <CaseMeasures found={found} />
      <Decide found={found} internal={internal} />
      {found.allowed.includes('close') && (
        <TextAreaField
          label={t('moderation.case.internal-note')}
          help={t('moderation.case.internal-note-help')}
          rows={2}
          max={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <HoldCase found={found} />
    </>
  );
}
