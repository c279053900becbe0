import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/table.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { soldPrices } from '#features/trades/server/views/table.ts';
import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { PriceSample } from '../price-band.ts';

/** Listings of this time are comparable. */
const MAX_AGE_MS = 365 * DAY_MS;

/** The most listings and sales of an ISBN that are read, newest first, so that a page has bounded work. */
const MAX_READ = 1_000;
/** The most sellers whose newest price is compared: many copies of one seller hide no other. */
const MAX_COMPARED_SELLERS = 100;

/** One for each ISBN: a row for each sample took most of the CPU time of a page of listings. */
type SampleRow = { isbn: string; found: Columns };

/** Null, all of them, without a sample. */
type Columns = {
  basis: PriceSample['basis'][] | null;
  seller: string[];
  price: number[];
  condition: PriceSample['condition'][];
  at: number[];
};

/** `since`: listings after it are comparable. */
type SampleRequest = { isbns: string[]; since: Date; now: Date };

/** Runs the statement, within a transaction or without one. */
export type ReadSamples = (request: SampleRequest) => Promise<SampleRow[]>;

export const outsideTransaction =
  ({ pool }: ReadableDatabase): ReadSamples =>
  async ({ isbns, since, now }) =>
    (await pool.query<SampleRow>({ ...SAMPLES_STATEMENT, values: [isbns, since, now] })).rows;

export const insideTransaction =
  (tx: Transaction): ReadSamples =>
  async (request) =>
    (await tx.execute<SampleRow>(samplesSql(request))).rows;

/**
 * What copies of these ISBNs cost in the last 12 months, sold ones included. Only sellers with a verified
 * email count, and accounts of one mailbox as one: others can make any number of accounts. Sales are checked
 * when they begin to count.
 */
export async function findPriceSamples(
  read: ReadSamples,
  isbns: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PriceSample[]>> {
  const wanted = [...new Set(isbns)];
  if (wanted.length === 0) return new Map();
  const rows = await read({ isbns: wanted, since: new Date(now.getTime() - MAX_AGE_MS), now });
  return new Map(rows.map(({ isbn, found }) => [isbn, toSamples(found)]));
}

const toSamples = ({ basis, seller, price, condition, at }: Columns): PriceSample[] =>
  (basis ?? []).map((one, index) => ({
    basis: one,
    sellerKey: seller[index]!,
    price: price[index]!,
    condition: condition[index]!,
    at: at[index]!,
  }));

// `isbn IS NOT NULL` is for the planner: the indexes have only such rows.
const samplesSql = ({ isbns, since, now }: SampleRequest): SQL => sql`SELECT i.isbn, s.found
  FROM unnest(${sql.param(isbns)}::text[]) AS i(isbn)
  CROSS JOIN LATERAL (SELECT json_build_object('basis', json_agg(basis), 'seller', json_agg(seller_key),
      'price', json_agg(price), 'condition', json_agg(condition),
      'at', json_agg(floor(extract(epoch FROM at) * 1000))) AS found FROM (
    ${newestOfSellers(sql`SELECT 'listed' AS basis, u.mailbox AS seller_key, b.price, b.condition, b.created_at AS at
      FROM ${books} b JOIN ${users} u ON u.id = b.seller_id AND u.email_verified
      WHERE b.isbn = i.isbn AND b.isbn IS NOT NULL AND ${sql.raw(isShownSql('b'))} AND b.created_at > ${since}
      ORDER BY b.created_at DESC`)}
    UNION ALL
    ${newestOfSellers(sql`SELECT 'sold' AS basis, s.seller_key, s.price, s.condition, s.confirmed_at AS at
      FROM ${soldPrices} s WHERE s.isbn = i.isbn AND s.counts_until > ${now} ORDER BY s.confirmed_at DESC`)}) one) s`;

/** The newest price of each seller, as the band counts them: free copies have none. */
function newestOfSellers(samples: SQL): SQL {
  return sql`(SELECT * FROM (
  SELECT DISTINCT ON (seller_key) * FROM (${samples} LIMIT ${sql.raw(String(MAX_READ))}) r
  WHERE price > 0 ORDER BY seller_key, at DESC, price) n
  ORDER BY at DESC LIMIT ${sql.raw(String(MAX_COMPARED_SELLERS))})`;
}

/** Written once: each page of listings reads samples. */
const SAMPLES_STATEMENT = {
  name: 'price-samples',
  text: new PgDialect().sqlToQuery(samplesSql({ isbns: [], since: new Date(0), now: new Date(0) })).sql,
};
