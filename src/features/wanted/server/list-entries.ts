import { isBlockedSql } from '#features/blocks/server/public.ts';
import type { Book } from '#features/books/contract.ts';
import { BOOK_COLUMNS_SQL, isListedSql, toBooks, type BookRecord } from '#features/books/server/public.ts';
import { findStoredEditions, type NamedEdition } from '#features/editions/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { wantedProblem, type WantedAlert, type WantedEntry } from '../contract.ts';
import { MAX_SEARCHED_ALERTS, MAX_SHOWN_ALERTS, MAX_WANTED_ENTRIES } from '../rules.ts';
import { findAvailability } from './availability/find-availability.ts';
import { MATCHES_SQL } from './matching/matches-sql.ts';

type EntryRow = {
  id: string;
  isbn: string | null;
  course: string | null;
  words: string | null;
  title: string | null;
  author: string | null;
  max_price: number | null;
  min_condition: WantedEntry['minCondition'];
  created_at: Date;
};

type AlertRow = BookRecord & { entry_id: string; alert_price: number; alert_at: Date; is_seen: boolean };

const entriesSql = (condition: string) => `SELECT e.id, e.isbn, e.course, e.words, known.title, known.author,
    e.max_price, e.min_condition, e.created_at
  FROM wanted_entries e LEFT JOIN LATERAL (
    SELECT b.title, b.author FROM books b WHERE b.isbn = e.isbn AND b.deleted_at IS NULL
    ORDER BY b.created_at DESC LIMIT 1) known ON e.isbn IS NOT NULL
  WHERE e.user_id = $1 AND e.deleted_at IS NULL ${condition}
  ORDER BY e.created_at DESC, e.id DESC LIMIT ${MAX_WANTED_ENTRIES}`;

/** Of the listings that are still for sale, and still match. */
const ALERTS_SQL = `SELECT a.entry_id, a.price AS alert_price, a.created_at AS alert_at,
    a.seen_at IS NOT NULL AS is_seen, ${BOOK_COLUMNS_SQL}
  FROM unnest($2::uuid[]) AS given(entry_id) CROSS JOIN LATERAL (
    SELECT a.* FROM (SELECT * FROM wanted_alerts newest WHERE newest.entry_id = given.entry_id
      ORDER BY newest.created_at DESC, newest.book_id DESC LIMIT ${MAX_SEARCHED_ALERTS}) a
    JOIN wanted_entries e ON e.id = a.entry_id
    JOIN books b ON b.id = a.book_id AND ${isListedSql('b', '$3')}
    WHERE ${MATCHES_SQL} AND NOT ${isBlockedSql('$1', 'b.seller_id')}
    ORDER BY a.created_at DESC, a.book_id DESC LIMIT ${MAX_SHOWN_ALERTS}) a
  JOIN books b ON b.id = a.book_id JOIN users u ON u.id = b.seller_id
  ORDER BY a.created_at DESC, a.book_id DESC`;

/** The actor's entries, newest first, with their alerts. */
export async function listEntries(database: Database, actorId: string, now: Date): Promise<WantedEntry[]> {
  const { rows } = await database.pool.query<EntryRow>({
    name: 'wanted-entries',
    text: entriesSql(''),
    values: [actorId],
  });
  return withAlerts(database, actorId, rows, now);
}

/** Throws 'wanted-entry-not-found', also for an entry of another user. */
export async function getEntry(
  database: Database,
  actorId: string,
  entryId: string,
  now: Date,
): Promise<WantedEntry> {
  const { rows } = await database.pool.query<EntryRow>({
    name: 'wanted-entry',
    text: entriesSql('AND e.id = $2'),
    values: [actorId, entryId],
  });
  const [entry] = await withAlerts(database, actorId, rows, now);
  if (entry === undefined) throw wantedProblem('wanted-entry-not-found');
  return entry;
}

async function withAlerts(
  database: Database,
  actorId: string,
  entries: EntryRow[],
  now: Date,
): Promise<WantedEntry[]> {
  const entryIds = entries.map(({ id }) => id);
  const { rows } = await database.pool.query<AlertRow>({
    name: 'wanted-alerts',
    text: ALERTS_SQL,
    values: [actorId, entryIds, now],
  });
  const availability = await findAvailability(database, actorId, entryIds, now);
  const editions = await findStoredEditions(
    database,
    entries.flatMap(({ isbn }) => isbn ?? []),
  );
  const books = await toBooks(database, rows, now);
  const alerts = rows.map((row, index) => ({ entryId: row.entry_id, alert: toAlert(row, books[index]!) }));
  return entries.map((entry) => ({
    id: entry.id,
    isbn: entry.isbn,
    course: entry.course,
    words: entry.words,
    ...toName(entry, entry.isbn === null ? undefined : editions.get(entry.isbn)),
    maxPrice: entry.max_price,
    minCondition: entry.min_condition,
    createdAt: entry.created_at.toISOString(),
    ...availability.get(entry.id)!,
    alerts: alerts.filter(({ entryId }) => entryId === entry.id).map(({ alert }) => alert),
  }));
}

/** The words of a seller name what no edition is known of. */
const toName = ({ title, author }: EntryRow, known: NamedEdition | undefined) =>
  known === undefined
    ? { title, author }
    : { title: [known.title, known.edition].filter(Boolean).join(', '), author: known.author ?? author };

const toAlert = (row: AlertRow, book: Book): WantedAlert => ({
  bookId: row.id,
  price: row.alert_price,
  createdAt: row.alert_at.toISOString(),
  isSeen: row.is_seen,
  book,
});
