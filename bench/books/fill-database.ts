import pg from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { RECOGNITION_VERSION } from '../../src/features/editions/server/recognition/recognize-work.ts';
import { newId } from '#platform/server/new-id.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Catalog } from './catalog.ts';

/** The issuer of the sellers' tokens, and the subject of each. */
export const STORED_ISSUER = 'bench';
export const subjectOf = (seller: number): string => `seller-${seller}`;

const INSERT_BATCH_SIZE = 2_000;

type Column<T> = { name: string; type: string; of: (row: T) => unknown };

/**
 * Writes the catalog into an empty, migrated database, as if each book had been listed, including the search
 * dictionary.
 */
export async function fillDatabase(
  database: Database,
  { sellers, books }: Catalog,
  present: Date,
  progress: (done: number) => void,
): Promise<void> {
  const joined = new Date(present.getTime() - 400 * 24 * 60 * MINUTE_MS);
  const sellerIds = sellers.map(() => newId(joined));
  await insertSellers(database, sellers, sellerIds, joined);
  await insertBooks(database, books, sellerIds, present, progress);
  await fillWorks(database, present);
  await fillSearchTerms(database);
}

function insertSellers(
  database: Database,
  sellers: Catalog['sellers'],
  sellerIds: readonly string[],
  joined: Date,
): Promise<void> {
  return insert(
    database,
    'users',
    sellers.map((seller, index) => ({ ...seller, index })),
    [
      { name: 'id', type: 'uuid', of: ({ index }) => sellerIds[index] },
      { name: 'issuer', type: 'text', of: () => STORED_ISSUER },
      { name: 'subject', type: 'text', of: ({ index }) => subjectOf(index) },
      // Only prices of sellers with a verified email count.
      { name: 'email_verified', type: 'boolean', of: () => true },
      { name: 'email', type: 'text', of: ({ index }) => `${subjectOf(index)}@northfield.example` },
      { name: 'name', type: 'text', of: ({ name }) => name },
      { name: 'university', type: 'text', of: () => 'Northfield University' },
      { name: 'total_sales', type: 'int', of: ({ totalSales }) => totalSales },
      { name: 'created_at', type: 'timestamptz', of: () => joined.toISOString() },
    ],
  );
}

function insertBooks(
  database: Database,
  books: Catalog['books'],
  sellerIds: readonly string[],
  present: Date,
  progress: (done: number) => void,
): Promise<void> {
  // Oldest first: in a database that has grown, rows of the same time are stored together.
  const grown = books
    .map((book) => ({ ...book, createdAt: new Date(present.getTime() - book.age * MINUTE_MS) }))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const until = (hours: number | null) =>
    hours && new Date(present.getTime() + hours * 60 * MINUTE_MS).toISOString();
  return insert(
    database,
    'books',
    grown,
    [
      { name: 'id', type: 'uuid', of: ({ createdAt }) => newId(createdAt) },
      { name: 'seller_id', type: 'uuid', of: ({ seller }) => sellerIds[seller] },
      { name: 'title', type: 'text', of: ({ title }) => title },
      { name: 'author', type: 'text', of: ({ author }) => author },
      { name: 'isbn', type: 'text', of: ({ isbn }) => isbn },
      { name: 'subject', type: 'text', of: ({ subject }) => subject },
      { name: 'condition', type: 'text', of: ({ condition }) => condition },
      { name: 'price', type: 'int', of: ({ price }) => price },
      { name: 'description', type: 'text', of: ({ description }) => description },
      { name: 'is_boosted', type: 'boolean', of: ({ boostHours }) => boostHours !== null },
      { name: 'boosted_until', type: 'timestamptz', of: ({ boostHours }) => until(boostHours) },
      // Recognized: else a job of the measured server would read all of them.
      { name: 'recognition_version', type: 'int', of: () => RECOGNITION_VERSION },
      { name: 'views', type: 'int', of: ({ views }) => views },
      { name: 'created_at', type: 'timestamptz', of: ({ createdAt }) => createdAt.toISOString() },
      { name: 'updated_at', type: 'timestamptz', of: ({ createdAt }) => createdAt.toISOString() },
    ],
    progress,
  );
}

/** Each five ISBNs are the editions of one work, the 5th to the 9th. */
async function fillWorks({ pool }: Database, present: Date): Promise<void> {
  await pool.query(
    `INSERT INTO work_editions (isbn, work_id, edition, recognition_version, updated_at)
      SELECT isbn, 'works-' || at / 5, 5 + at % 5, $1, $2
      FROM (SELECT isbn, row_number() OVER (ORDER BY isbn) - 1 AS at
        FROM books WHERE isbn IS NOT NULL GROUP BY isbn) listed`,
    [RECOGNITION_VERSION, present],
  );
}

async function fillSearchTerms(database: Database): Promise<void> {
  // A separate connection, because this takes longer than the product's statement timeout.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO search_terms (term, ndoc)
      SELECT word, ndoc FROM ts_stat('SELECT search FROM books', 'abcd') WHERE word !~ '^[0-9]{5,}$' ORDER BY word COLLATE "C"`,
    );
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

export async function insert<T>(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  rows: readonly T[],
  columns: Column<T>[],
  progress?: (done: number) => void,
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    const some = rows.slice(from, from + INSERT_BATCH_SIZE);
    await pool.query(
      `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`,
      columns.map(({ of }) => some.map(of)),
    );
    progress?.(from + some.length);
  }
}
