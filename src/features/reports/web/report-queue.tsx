import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { NO_MESSAGES } from '#ui/states/page-illustrations.ts';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { ReportStatus } from '../rules.ts';
import { type RenderDeleteDialog, ReportCard } from './report-card.tsx';
import { reportsQuery, reportSummaryQuery } from './report-queries.ts';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';

const shown: { value: ReportStatus; label: PlainTextId; empty: PlainTextId }[] = [
  { value: 'open', label: 'reports.queue.open', empty: 'reports.queue.none-open-text' },
  { value: 'acted', label: 'reports.queue.resolved', empty: 'reports.queue.none-resolved-text' },
  { value: 'dismissed', label: 'reports.queue.dismissed', empty: 'reports.queue.none-dismissed-text' },
];

/** The queue of reports, for administrators. The caller provides the confirmation before a deletion. */
export function ReportQueue({ question }: { question: RenderDeleteDialog }) {
  const [status, setStatus] = useState<ReportStatus>('open');
  const transport = useTransport();
  const list = useInfiniteQuery(reportsQuery(transport, status));
  const { data: summary } = useQuery(reportSummaryQuery(transport));
  const reports = list.data?.pages.flatMap((page) => page.items);
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    'article',
    reports?.map(({ id }) => id).join() ?? '',
  );
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('reports.queue.title')}</h2>
      <Chips
        label={t('reports.queue.title')}
        options={shown.map(({ value, label }) => ({
          value,
          label:
            value === 'open' && summary !== undefined
              ? t('reports.queue.open-count', { count: summary.open })
              : t(label),
        }))}
        value={status}
        onChange={setStatus}
        bleed
      />
      {list.isPending && <ConversationListSkeleton />}
      <LoadError query={list} title={t('reports.queue.failed')} />
      {reports?.length === 0 && !list.hasNextPage && (
        <EmptyState
          illustration={NO_MESSAGES}
          level={3}
          title={status === 'open' ? t('reports.queue.none-open') : t('reports.queue.none')}
          text={t(shown.find(({ value }) => value === status)!.empty)}
        />
      )}
      <div ref={container} tabIndex={-1} className={shared.stack}>
        <VisuallyHidden role="status">
          {reports !== undefined && reports.length > 0 && t('reports.queue.count', { count: reports.length })}
        </VisuallyHidden>
        {reports?.map((report, index) => (
          <ReportCard
            key={report.id}
            report={report}
            question={question}
            onHandling={() => removing(index)}
          />
        ))}
      </div>
      <ShowMore list={list} />
    </>
  );
}
