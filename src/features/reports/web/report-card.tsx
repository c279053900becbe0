import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { userUrl } from '#features/accounts/rules.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Report, ReportEndpoints } from '../contract.ts';
import { type ReportKind, reportReasonLabels, type ReportStatus } from '../rules.ts';
import { reportsKey } from './report-queries.ts';
import { ReportedReview } from './reported-review.tsx';
import { ReportedSale } from './reported-sale.tsx';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './report-card.module.css';

/** The object of a report that is to be deleted permanently. The report is deleted with it. */
type DeletionTarget =
  | { kind: 'book'; book: { id: string; title: string } }
  | { kind: 'user'; user: Report['reported'] };

/** Renders the confirmation of the dashboard; `onDelete` gets the function that deletes and shows the result. */
export type RenderDeleteDialog = (question: {
  target: DeletionTarget;
  onKeep: () => void;
  onDelete: (act: () => Promise<unknown>) => void;
}) => ReactNode;

type ReportCardProps = {
  report: Report;
  question: RenderDeleteDialog;
  /** Called before the report leaves the list. */
  onHandling: () => void;
};

/** One report with its actions. */
export function ReportCard({ report, question, onHandling }: ReportCardProps) {
  const now = useNow().getTime();
  const { busy, handle, refetch } = useSetReportStatus(report.id, onHandling);
  const [target, setTarget] = useState<DeletionTarget | null>(null);
  const { reporter, reported, message, otherOpenReports } = report;
  const remove = async (act: () => Promise<unknown>) => {
    setTarget(null);
    onHandling();
    // The caller shows the error.
    await act().catch(() => {});
    await refetch();
  };
  return (
    <article
      className={cx(listStyles.panel, shared.stack)}
      tabIndex={-1}
      aria-label={t('reports.card.label', { subject: t(subjects[report.kind]), name: reported.name })}
    >
      <div>
        <div className={cx(shared.row, shared.between)}>
          <h3 className={cx(shared.size16, shared.grow)}>{t(reportReasonLabels[report.reason])}</h3>
          <Badge tone="plain">{t(subjects[report.kind])}</Badge>
        </div>
        <p className={cx(shared.tiny, shared.soft)}>
          {rich('reports.card.by', {
            name: () => <bdi>{reporter.name}</bdi>,
            email: () => (
              <a dir="ltr" href={`mailto:${reporter.email}`}>
                {reporter.email}
              </a>
            ),
            time: () => <Time at={report.createdAt} now={now} />,
          })}
        </p>
      </div>
      {report.text !== '' && (
        <p dir="auto" className={shared.prose}>
          {report.text}
        </p>
      )}
      {message !== null && (
        <blockquote className={shared.quote}>
          <p className={cx(shared.tiny, shared.soft)}>
            {rich('reports.card.wrote', {
              name: reported.name,
              time: () => <Time at={message.createdAt} now={now} />,
            })}
          </p>
          <p dir="auto" className={shared.prose}>
            {message.content}
          </p>
        </blockquote>
      )}
      {report.review !== null && (
        <ReportedReview
          review={report.review}
          author={reported.name}
          isOpen={report.status === 'open'}
          onRemoved={() => handle('acted')}
        />
      )}
      {report.hasSale && report.status === 'open' && <ReportedSale report={report} />}
      <About report={report} onDelete={setTarget} />
      {otherOpenReports > 0 && (
        <p className={cx(shared.tiny, shared.soft)}>
          {t('reports.card.others', { count: otherOpenReports })}
        </p>
      )}
      {report.status === 'open' ? (
        <div className={fieldStyles.fieldRow}>
          <Button variant="quiet" busy={busy} onClick={() => handle('acted')}>
            {t('reports.action.resolve')}
          </Button>
          <Button variant="quiet" busy={busy} onClick={() => handle('dismissed')}>
            {t('reports.action.dismiss')}
          </Button>
        </div>
      ) : (
        <Button variant="quiet" busy={busy} onClick={() => handle('open')}>
          {t('reports.action.reopen')}
        </Button>
      )}
      {target !== null &&
        question({ target, onKeep: () => setTarget(null), onDelete: (act) => void remove(act) })}
    </article>
  );
}

const subjects: Record<ReportKind, PlainTextId> = {
  book: 'reports.subject.listing',
  message: 'reports.subject.message',
  user: 'reports.subject.user',
  review: 'reports.subject.review',
};

/** The reporter and the reported object, each with its delete button: apart from the buttons used on every report. */
function About({ report, onDelete }: { report: Report; onDelete: (target: DeletionTarget) => void }) {
  const { kind, status, reported, book } = report;
  const isOpen = status === 'open';
  return (
    <div className={styles.about}>
      <div className={cx(shared.row, shared.wrap)}>
        <p className={cx(shared.small, shared.grow)}>
          <b dir="auto" className={shared.block}>
            <Link href={userUrl(reported.id)}>{reported.name}</Link>
          </b>
          <a dir="ltr" href={`mailto:${reported.email}`}>
            {reported.email}
          </a>
        </p>
        {isOpen && (
          <Button
            variant="danger-quiet"
            size="slim"
            onClick={() => onDelete({ kind: 'user', user: reported })}
          >
            {t('reports.action.delete-user')}
          </Button>
        )}
      </div>
      {book !== null && (
        <div className={cx(shared.row, shared.wrap)}>
          <p dir="auto" className={cx(shared.small, shared.grow)}>
            {book.isDeleted ? book.title : <Link href={`/book/${book.id}`}>{book.title}</Link>}
          </p>
          {isOpen && kind === 'book' && (
            <Button variant="danger-quiet" size="slim" onClick={() => onDelete({ kind: 'book', book })}>
              {t('reports.action.delete-listing')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const done: Record<ReportStatus, PlainTextId> = {
  acted: 'reports.done.resolved',
  dismissed: 'reports.done.dismissed',
  open: 'reports.done.reopened',
};

/** Resolves, dismisses or reopens a report, and shows the result. */
function useSetReportStatus(id: string, onHandling: () => void) {
  const queries = useQueryClient();
  const api = apiClient<ReportEndpoints>(useTransport());
  const refetch = () => queries.invalidateQueries({ queryKey: reportsKey });
  const handling = useMutation({
    mutationFn: (status: ReportStatus) =>
      api.call('PATCH /api/admin/reports/:id', { params: { id }, body: { status } }),
    onSuccess: (_report, status) => {
      onHandling();
      toast({ title: t(done[status]) });
    },
    meta: failsAs(t('platform.failure.title')),
    // Another administrator may have been faster.
    onSettled: refetch,
  });
  return { busy: handling.isPending, handle: handling.mutate, refetch };
}
