import { blockStateSql, hasBlockedSql } from '#features/blocks/server/public.ts';
import type { Book } from '#features/books/contract.ts';
import {
  BOOK_COLUMNS_SQL,
  isListedSql,
  toUnratedBook,
  type BookPrices,
  type BookRecord,
} from '#features/books/server/public.ts';
import { courseNameSql } from '#features/courses/server/public.ts';
import { MIN_AGREEING_SELLERS, toNumberedEdition } from '#features/editions/rules.ts';
import {
  findCampusEditions,
  findStoredEditions,
  type NamedEdition,
} from '#features/editions/server/public.ts';
import type { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { wantedProblem, type WantedAlert, type WantedEntry } from '../contract.ts';
import { MAX_SEARCHED_ALERTS, MAX_SHOWN_ALERTS, MAX_WANTED_ENTRIES } from '../rules.ts';
import { type Availability, findAvailability } from './availability/find-availability.ts';
import { COURSE_SQL, MATCHES_SQL } from './matching/matches-sql.ts';

type EntryRow = Pick<
  WantedEntry,
  | 'id'
  | 'isbn'
  | 'course'
  | 'words'
  | 'bookCount'
  | 'maxPrice'
  | 'minCondition'
  | 'otherEditions'
  | 'isReserved'
> & { courseTitle: string | null; createdAt: Date; blockState: string };

type AlertRow = BookRecord & {
  entry_id: string;
  alert_price: number;
  alert_at: Date;
  is_seen: boolean;
  other_edition: number | null;
};

/** The entries of the actor `$1` at the time `$2`. */
const entriesSql = (
  condition: string,
) => `SELECT e.id, e.isbn, e.course, e.words, course.title AS "courseTitle",
    course.book_count AS "bookCount", e.max_price AS "maxPrice", e.min_condition AS "minCondition", e.other_editions AS "otherEditions", e.created_at AS "createdAt",
    ${blockStateSql('$1')} AS "blockState",
    EXISTS (SELECT FROM books b WHERE b.id = ANY(e.awaited_book_ids) AND b.reserved_until > $2
      AND ${isListedSql('b', '$2')}) AS "isReserved"
  FROM wanted_entries e LEFT JOIN LATERAL (${courseNameSql(COURSE_SQL)}) course ON e.course IS NOT NULL
  WHERE e.user_id = $1 AND e.deleted_at IS NULL ${condition}
  ORDER BY e.created_at DESC, e.id DESC LIMIT ${MAX_WANTED_ENTRIES}`;

/** The alerts of listings that are still for sale and still match. */
const ALERTS_SQL = `SELECT a.entry_id, a.price AS alert_price, a.created_at AS alert_at,
    a.seen_at IS NOT NULL AS is_seen, CASE WHEN a.isbn <> b.isbn THEN coalesce(
      (SELECT w.edition FROM work_editions w WHERE w.isbn = b.isbn), b.edition_number) END AS other_edition, ${BOOK_COLUMNS_SQL}
  FROM unnest($2::uuid[]) AS given(entry_id) CROSS JOIN LATERAL (
    SELECT a.*, e.isbn FROM (SELECT * FROM wanted_alerts newest WHERE newest.entry_id = given.entry_id
      ORDER BY newest.created_at DESC, newest.book_id DESC LIMIT ${MAX_SEARCHED_ALERTS}) a
    JOIN wanted_entries e ON e.id = a.entry_id
    JOIN books b ON b.id = a.book_id AND ${isListedSql('b', '$3')}
    WHERE ${MATCHES_SQL} AND NOT ${hasBlockedSql('$1', 'b.seller_id')}
    ORDER BY a.created_at DESC, a.book_id DESC LIMIT ${MAX_SHOWN_ALERTS}) a
  JOIN books b ON b.id = a.book_id JOIN users u ON u.id = b.seller_id
  ORDER BY a.created_at DESC, a.book_id DESC`;

type ListContext = {
  database: Database;
  clock: Clock;
  /** What others offer of an entry. */
  availability: PersonalCache<Availability>;
  /** The price ratings of alerts' listings: each is compared with all copies of its ISBN. */
  ratings: PersonalCache<Book['priceRating']>;
  prices: Pick<BookPrices, 'toBooks'>;
};

/** The actor's entries, newest first, with their alerts. */
export async function listEntries(context: ListContext, actorId: string): Promise<WantedEntry[]> {
  const { rows } = await context.database.pool.query<EntryRow>({
    name: 'wanted-entries',
    text: entriesSql(''),
    values: [actorId, context.clock.now()],
  });
  return withAlerts(context, actorId, rows);
}

/** Throws 'wanted-entry-not-found', also for an entry of another user. */
export async function getEntry(context: ListContext, actorId: string, entryId: string): Promise<WantedEntry> {
  const { rows } = await context.database.pool.query<EntryRow>({
    name: 'wanted-entry',
    text: entriesSql('AND e.id = $3'),
    values: [actorId, context.clock.now(), entryId],
  });
  const [entry] = await withAlerts(context, actorId, rows);
  if (entry === undefined) throw wantedProblem('wanted-entry-not-found');
  return entry;
}

async function withAlerts(
  context: ListContext,
  actorId: string,
  entries: EntryRow[],
): Promise<WantedEntry[]> {
  const { database } = context;
  const now = context.clock.now();
  const entryIds = entries.map(({ id }) => id);
  const { rows } = await database.pool.query<AlertRow>({
    name: 'wanted-alerts',
    text: ALERTS_SQL,
    values: [actorId, entryIds, now],
  });
  const editions = await findNames(
    database,
    entries.flatMap(({ isbn }) => isbn ?? []),
  );
  const books = await rateBooks(context, actorId, rows, now);
  const alerts = rows.map((row, index) => ({ entryId: row.entry_id, alert: toAlert(row, books[index]!) }));
  const availability = await readAvailability(context, actorId, { entries, rows, now });
  return entries.map((row) => {
    const { courseTitle, createdAt, blockState: _, ...entry } = row;
    return {
      ...entry,
      ...(entry.isbn === null ? { title: courseTitle, author: null } : toName(editions.get(entry.isbn))),
      createdAt: createdAt.toISOString(),
      ...availability.get(entry.id)!,
      alerts: alerts.filter(({ entryId }) => entryId === entry.id).map(({ alert }) => alert),
    };
  });
}

/** The rating of a listing may be a minute old, unless its price or what it is compared by has changed. */
async function rateBooks(
  { database, ratings, prices }: ListContext,
  actorId: string,
  rows: readonly AlertRow[],
  now: Date,
): Promise<Book[]> {
  const keyOf = ({ id, isbn, condition, price }: AlertRow) => JSON.stringify([id, isbn, condition, price]);
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const found = await ratings.find(actorId, [...byKey.keys()], async (missing) => {
    const books = await prices.toBooks(
      database,
      missing.map((key) => byKey.get(key)!),
      now,
    );
    return new Map(missing.map((key, index) => [key, books[index]!.priceRating]));
  });
  return rows.map((row) => ({ ...toUnratedBook(row, now), priceRating: found.get(keyOf(row))! }));
}

/** May be a minute old, unless the entry, its alerts or the actor's blocks have changed since. */
async function readAvailability(
  { database, availability }: ListContext,
  actorId: string,
  { entries, rows, now }: { entries: readonly EntryRow[]; rows: readonly AlertRow[]; now: Date },
): Promise<ReadonlyMap<string, Availability>> {
  const alerted = Map.groupBy(rows, ({ entry_id }) => entry_id);
  const keys = new Map(entries.map((entry) => [toKey(entry, alerted.get(entry.id) ?? []), entry.id]));
  const found = await availability.find(actorId, [...keys.keys()], async (missing) => {
    const made = await findAvailability(
      database,
      actorId,
      missing.map((key) => keys.get(key)!),
      now,
    );
    return new Map(missing.map((key) => [key, made.get(keys.get(key)!)!]));
  });
  return new Map([...found].map(([key, value]) => [keys.get(key)!, value]));
}

const toKey = (
  { id, maxPrice, minCondition, otherEditions, blockState }: EntryRow,
  alerts: readonly AlertRow[],
): string =>
  JSON.stringify([
    id,
    maxPrice,
    minCondition,
    otherEditions,
    blockState,
    ...alerts.map((row) => [row.id, row.price]),
  ]);

/** Two sellers who agree name what no edition is known of: one would name it for all students who want it. */
async function findNames(
  database: Database,
  isbns: readonly string[],
): Promise<ReadonlyMap<string, NamedEdition>> {
  const stored = await findStoredEditions(database, isbns);
  const others = isbns.filter((isbn) => !stored.has(isbn));
  return new Map([...stored, ...(await findCampusEditions(database, others, MIN_AGREEING_SELLERS))]);
}

const toName = (known: NamedEdition | undefined) =>
  known === undefined
    ? { title: null, author: null }
    : { title: [known.title, known.edition].filter(Boolean).join(', '), author: known.author };

const toAlert = (row: AlertRow, book: Book): WantedAlert => ({
  bookId: row.id,
  price: row.alert_price,
  createdAt: row.alert_at.toISOString(),
  edition: row.other_edition === null ? null : toNumberedEdition(row.other_edition),
  isSeen: row.is_seen,
  book,
});
