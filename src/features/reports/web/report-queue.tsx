import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

const shown: { value: ReportStatus; label: string; empty: string }[] = [
  { value: 'open', label: 'Open', empty: 'Reports will appear here.' },
  { value: 'acted', label: 'Resolved', empty: 'Resolved reports are kept here.' },
  { value: 'dismissed', label: 'Dismissed', empty: 'Dismissed reports are kept here.' },
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
      <h2 className={shared.visuallyHidden}>Reports</h2>
      <Chips
        label="Reports"
        options={shown.map(({ value, label }) => ({
          value,
          label: value === 'open' && summary !== undefined ? `${label} (${summary.open})` : label,
        }))}
        value={status}
        onChange={setStatus}
        bleed
      />
      {list.isPending && <ConversationListSkeleton />}
      <LoadError query={list} title="Failed to load reports" />
      {reports?.length === 0 && !list.hasNextPage && (
        <EmptyState
          illustration={NO_MESSAGES}
          level={3}
          title={status === 'open' ? 'No open reports' : 'No reports yet'}
          text={shown.find(({ value }) => value === status)!.empty}
        />
      )}
      <div ref={container} tabIndex={-1} className={shared.stack}>
        <VisuallyHidden role="status">
          {reports !== undefined && reports.length > 0 && `${reports.length} reports`}
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
