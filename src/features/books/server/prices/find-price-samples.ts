import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/public.ts';
import { confirmedSales } from '#features/sales/server/public.ts';
import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { PriceSample } from '../../price-band.ts';
import { books } from '../table.ts';

/** Listings of this time are comparable. */
const MAX_AGE_MS = 365 * DAY_MS;

/** Of each ISBN this many of the newest listings and sales are read, so that a page has bounded work. */
const MAX_READ = 1_000;
/** Of these the newest of this many sellers are compared: many copies of one seller hide no other. */
const MAX_COMPARED_SELLERS = 100;

type SampleRow = {
  isbn: string;
  basis: PriceSample['basis'];
  seller_key: string;
  price: number;
  condition: PriceSample['condition'];
  at: Date;
};

/** Runs the statement, within a transaction or without one. */
export type RunStatement = (statement: SQL) => Promise<SampleRow[]>;

const dialect = new PgDialect();

export const outsideTransaction =
  ({ pool }: ReadableDatabase): RunStatement =>
  async (statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await pool.query<SampleRow>({ name: 'price-samples', text, values: params })).rows;
  };

export const insideTransaction =
  (tx: Transaction): RunStatement =>
  async (statement) =>
    (await tx.execute<SampleRow>(statement)).rows;

/**
 * What copies of these ISBNs cost in the last 12 months, sold ones included. Only sellers with a verified
 * email count: others can make any number of accounts. Sales are checked when they begin to count.
 */
export async function findPriceSamples(
  run: RunStatement,
  isbns: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PriceSample[]>> {
  const samples = new Map<string, PriceSample[]>();
  const wanted = [...new Set(isbns)];
  if (wanted.length === 0) return samples;
  const since = new Date(now.getTime() - MAX_AGE_MS);
  // `isbn IS NOT NULL` is for the planner: the indexes have only such rows.
  const rows = await run(sql`SELECT i.isbn, s.* FROM unnest(${sql.param(wanted)}::text[]) AS i(isbn)
    CROSS JOIN LATERAL (
      ${newestOfSellers(sql`SELECT 'listed' AS basis, b.seller_id AS seller_key, b.price, b.condition, b.created_at AS at
        FROM ${books} b JOIN ${users} u ON u.id = b.seller_id AND u.email_verified
        WHERE b.isbn = i.isbn AND b.isbn IS NOT NULL AND b.deleted_at IS NULL AND b.created_at > ${since}
        ORDER BY b.created_at DESC`)}
      UNION ALL
      ${newestOfSellers(sql`SELECT 'sold' AS basis, c.seller_key, c.price, c.condition, c.confirmed_at AS at
        FROM ${confirmedSales} c
        WHERE c.isbn = i.isbn AND c.isbn IS NOT NULL AND c.counts_until > ${now}
        ORDER BY c.confirmed_at DESC`)}) s`);
  for (const { isbn, seller_key: sellerKey, at, ...row } of rows) {
    const known = samples.get(isbn) ?? [];
    samples.set(isbn, known);
    known.push({ ...row, sellerKey, at: new Date(at).getTime() });
  }
  return samples;
}

/** Of each seller the newest price, as the band counts them: free copies have none. */
const newestOfSellers = (samples: SQL): SQL => sql`(SELECT * FROM (
  SELECT DISTINCT ON (seller_key) * FROM (${samples} LIMIT ${sql.raw(String(MAX_READ))}) r
  WHERE price > 0 ORDER BY seller_key, at DESC, price) n
  ORDER BY at DESC LIMIT ${sql.raw(String(MAX_COMPARED_SELLERS))})`;
