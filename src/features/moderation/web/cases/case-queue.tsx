import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { cx } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { EmptyState, OfflineState } from '#ui/states/empty-state.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import {
  casesQuery,
  caseSummaryQuery,
  type CaseView,
  caseViews,
  useLiveCases,
} from '../moderation-queries.ts';
import { CaseRow } from './case-row.tsx';
import type { ReasonText } from './case-texts.ts';
import shared from '#ui/shared.module.css';
import figuresStyles from '#ui/display/figures.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './cases.module.css';

const labels: Record<CaseView, PlainTextId> = {
  open: 'moderation.queue.open',
  mine: 'moderation.queue.mine',
  appeals: 'moderation.queue.appeals',
  'first-listings': 'moderation.queue.first-listings',
  closed: 'moderation.queue.closed',
};

/** The cases, for staff. The chosen list is in the URL, so that Back from a case returns to it. */
export function CaseQueue({ reasonText }: { reasonText: ReasonText }) {
  const [, navigate] = useLocation();
  const shown = new URLSearchParams(useSearch()).get('show');
  const view = caseViews.find((one) => one === shown) ?? 'open';
  const list = useInfiniteQuery(casesQuery(useTransport(), view));
  const askAgain = useOfflineRetry(list);
  useLiveCases();
  const cases = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('moderation.queue.title')}</h2>
      <Figures />
      <Chips
        label={t('moderation.queue.label')}
        options={caseViews.map((value) => ({ value, label: t(labels[value]) }))}
        value={view}
        onChange={(value) =>
          navigate(`/admin?tab=cases${value === 'open' ? '' : `&show=${value}`}`, { replace: true })
        }
        bleed
      />
      {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
      {list.isPending && askAgain === null && (
        <ConversationListSkeleton label={t('moderation.queue.loading')} />
      )}
      <LoadError query={list} title={t('moderation.queue.failed')} />
      {cases?.length === 0 && !list.hasNextPage && (
        <EmptyState
          illustration="no-books-found"
          level={3}
          title={t('moderation.queue.empty')}
          text={view === 'open' ? t('moderation.queue.empty-text') : undefined}
        />
      )}
      <VisuallyHidden role="status">
        {cases !== undefined && cases.length > 0 && t('moderation.queue.count', { count: cases.length })}
      </VisuallyHidden>
      {cases !== undefined && cases.length > 0 && (
        <ul className={listStyles.list}>
          {cases.map((found) => (
            <CaseRow key={found.id} found={found} reasonText={reasonText} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {view !== 'closed' && (
        <p className={cx(shared.tiny, shared.soft, shared.center)}>{t('moderation.queue.note')}</p>
      )}
    </>
  );
}

function Figures() {
  const { data } = useQuery(caseSummaryQuery(useTransport()));
  const figures = [
    { count: data?.open, label: t('moderation.queue.figure-open') },
    { count: data?.inReview, label: t('moderation.queue.figure-in-review') },
    { count: data?.late, label: t('moderation.queue.figure-late') },
  ];
  return (
    <div className={cx(figuresStyles.figures, styles.figures)}>
      {figures.map(({ count, label }) => (
        <div key={label}>
          <b>{count ?? '–'}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  );
}
