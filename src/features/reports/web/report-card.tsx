import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#platform/shared/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import { toast } from '#ui/toaster.tsx';
import type { Report, ReportCalls } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';
import { reportsKey } from './report-queries.ts';
import { reasonWords } from './report-words.ts';

/** Deletes for good what was reported, and says how it went. The report goes with it. */
export type Deletions = {
  book: (id: string) => Promise<unknown>;
  user: (id: string) => Promise<unknown>;
};

type ReportCardProps = {
  report: Report;
  deletions: Deletions;
  /** It is about to leave the list. */
  onHandling: () => void;
};

const done: Record<ReportStatus, string> = {
  acted: 'Report closed',
  dismissed: 'Report dismissed',
  open: 'Report opened again',
};

/** One report with what can be done about it. */
export function ReportCard({ report, deletions, onHandling }: ReportCardProps) {
  const now = useNow().getTime();
  const { busy, handle, refetch } = useHandling(report.id, onHandling);
  const [asked, setAsked] = useState<'book' | 'user' | null>(null);
  const { reporter, reported, book, message, otherOpenReports } = report;
  const remove = async (what: 'book' | 'user') => {
    setAsked(null);
    onHandling();
    // Whoever deletes says so if it fails.
    await deletions[what](what === 'book' ? book!.id : reported.id).catch(() => {});
    await refetch();
  };
  return (
    <article className="panel stack" tabIndex={-1} aria-label={`${subjects[report.kind]}: ${reported.name}`}>
      <div>
        <div className="row between">
          <h3 className="t16 grow">{reasonWords[report.reason]}</h3>
          <Badge tone="plain">{subjects[report.kind]}</Badge>
        </div>
        <p className="tiny soft">
          By {reporter.name} · <a href={`mailto:${reporter.email}`}>{reporter.email}</a> ·{' '}
          <Time at={report.createdAt} now={now} />
        </p>
      </div>
      {report.text !== '' && <p className="prose">{report.text}</p>}
      {message !== null && (
        <blockquote className="quote">
          <p className="tiny soft">
            {reported.name} wrote <Time at={message.createdAt} now={now} />
          </p>
          <p className="prose">{message.content}</p>
        </blockquote>
      )}
      <p className="small">
        About <b>{reported.name}</b>, <a href={`mailto:${reported.email}`}>{reported.email}</a>
        {book !== null && (
          <>
            {' · '}
            {book.isDeleted ? book.title : <Link href={`/book/${book.id}`}>{book.title}</Link>}
          </>
        )}
      </p>
      {otherOpenReports > 0 && (
        <p className="tiny soft">
          {otherOpenReports === 1
            ? 'There is another open report about them.'
            : `There are ${otherOpenReports} other open reports about them.`}
        </p>
      )}
      {report.status === 'open' ? (
        <div className="row wrap">
          <Button busy={busy} onClick={() => handle('acted')}>
            Done
          </Button>
          <Button variant="quiet" busy={busy} onClick={() => handle('dismissed')}>
            Dismiss
          </Button>
          {report.kind === 'book' && (
            <Button variant="danger-quiet" onClick={() => setAsked('book')}>
              Delete listing
            </Button>
          )}
          <Button variant="danger-quiet" onClick={() => setAsked('user')}>
            Delete user
          </Button>
        </div>
      ) : (
        <Button variant="quiet" busy={busy} onClick={() => handle('open')}>
          Open again
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'book' ? `Delete “${book?.title}”?` : `Delete ${reported.name}?`}
        text={
          asked === 'book'
            ? 'The listing is removed for good, with its photos and the reports about it.'
            : `${reported.email} and everything of theirs is removed for good, with the reports about them.`
        }
        keep="Keep"
        confirm="Delete"
        danger
        onConfirm={() => asked !== null && void remove(asked)}
      />
    </article>
  );
}

const subjects = { book: 'Listing', message: 'Message', user: 'Person' } as const;

function useHandling(id: string, onHandling: () => void) {
  const queries = useQueryClient();
  const api = client<ReportCalls>(useTransport());
  const refetch = () => queries.invalidateQueries({ queryKey: reportsKey });
  const handling = useMutation({
    mutationFn: (status: ReportStatus) =>
      api.call('PATCH /api/admin/reports/:id', { params: { id }, body: { status } }),
    onSuccess: (_report, status) => {
      onHandling();
      toast({ title: done[status] });
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: error instanceof ApiError ? error.detail : 'There is no connection. Please try again.',
      }),
    // Somebody else may have been quicker.
    onSettled: refetch,
  });
  return { busy: handling.isPending, handle: handling.mutate, refetch };
}
