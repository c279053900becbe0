import { useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { bookLimits } from '../../rules.ts';
import { isFull, type ShelfRow, withRow } from './shelf-rows.ts';
import type { ShelfStore } from './shelf-store.ts';

/** What came of the last code. */
type Outcome = { kind: 'added'; id: string } | { kind: 'twice'; isbn: string } | { kind: 'full' } | null;

/** Adds the books whose codes were scanned or typed, and says what came of it. */
export function useScannedBooks(store: ShelfStore, rows: readonly ShelfRow[]) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const addRow = (isbn: string): void => {
    const id = crypto.randomUUID();
    store.showPosted(null);
    store.change((now) => withRow(now, { id, isbn }));
    setOutcome({ kind: 'added', id });
  };
  /** Returns false for a new book without room. */
  const add = (isbn: string): boolean => {
    const now = store.read().rows;
    const isTwice = now.some((row) => row.isbn === isbn);
    if (isFull(now)) setOutcome({ kind: 'full' });
    else if (isTwice) setOutcome({ kind: 'twice', isbn });
    else addRow(isbn);
    return isTwice || !isFull(now);
  };
  const twice = outcome?.kind === 'twice' ? outcome.isbn : null;
  const asked = twice !== null && rows.some(({ isbn }) => isbn === twice) ? twice : null;
  return {
    add,
    /** The ISBN of a book that is on the shelf already; null: none was scanned again. */
    twice: asked,
    addCopy: () => {
      if (asked !== null && !isFull(store.read().rows)) addRow(asked);
    },
    status: wordOutcome(outcome, rows),
  };
}

function wordOutcome(outcome: Outcome, rows: readonly ShelfRow[]): string | null {
  if (outcome?.kind === 'full' && isFull(rows)) return t('books.shelf.full', { max: bookLimits.shelf });
  const row = rows.find((each) =>
    outcome?.kind === 'added'
      ? each.id === outcome.id
      : outcome?.kind === 'twice' && each.isbn === outcome.isbn,
  );
  if (row === undefined) return null;
  if (outcome?.kind === 'twice') return t('books.shelf.twice', { book: row.title || row.isbn });
  if (row.lookup === 'looking') return t('books.shelf.looking');
  return row.title === '' && row.lookup === 'unknown'
    ? t('books.shelf.added-unknown', { isbn: row.isbn })
    : t('books.shelf.added', { book: row.title || row.isbn });
}
