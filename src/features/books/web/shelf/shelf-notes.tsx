import { useEffect, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { focusRow } from './row-fields.ts';
import type { ShelfRow } from './shelf-rows.ts';
import type { Posted } from './shelf-store.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

/** '12 books are listed' */
export const listedText = ({ listed: count, isReviewed }: Posted): string =>
  isReviewed ? t('books.shelf.sent', { count }) : t('books.shelf.listed', { count });

/** What the last posting has left. */
export function FailureNote({ posted, rows }: { posted: Posted; rows: readonly ShelfRow[] }) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far below.
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, [posted]);
  const failed = rows.filter(({ problem }) => problem !== null);
  const first = failed.at(-1);
  const isOneReason = failed.every(({ problem }) => problem?.text === first?.problem?.text);
  const listed = posted.listed > 0 && rows.length > 0 && (
    <InlineAlert tone="positive" icon="check" announced>
      {listedText(posted)}
    </InlineAlert>
  );
  if (posted.failed === 0 || first === undefined) return listed;
  return (
    <>
      {listed}
      <div ref={place} tabIndex={-1} className={alertsStyles.note} data-tone="danger" role="alert">
        <Icon name="alert" />
        <span className={shared.grow}>
          {t('books.shelf.failed', { count: failed.length })}{' '}
          {isOneReason ? first.problem?.text : t('books.shelf.reasons')}
        </span>
        <button type="button" className={alertsStyles.action} onClick={() => focusRow(first)}>
          {t('books.shelf.show')}
        </button>
      </div>
    </>
  );
}

type LimitNoteProps = {
  /** How many may be listed now, of `count`. */
  room: number;
  isOfToday: boolean;
  count: number;
};

/** Said before posting, when some of the books must wait. */
export const LimitNote = ({ room, isOfToday, count }: LimitNoteProps) => (
  <InlineAlert tone="warning" icon="info">
    {isOfToday
      ? t('books.shelf.limit-today', { room, waiting: count - room })
      : t('books.shelf.limit-places', { room, waiting: count - room })}
  </InlineAlert>
);
