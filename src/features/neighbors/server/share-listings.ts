import { sql } from 'drizzle-orm';
import { isAvailableSql } from '#features/books/server/public.ts';
import { toFoldedWords } from '#features/books/search-words.ts';
import { books } from '#features/books/server/table.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ListingToShare, NeighborStore } from '#platform/server/markets/neighbor-store.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { neighborSharing, sharedListingOutbox } from './table.ts';

const BATCH = 200;
const RETRY_MS = 1_000;
/** One transaction at a time: an older state never follows a newer one. */
const lockSharing = createSingleLock('shared listings');

/** Selects a row if a listing waits. */
export const selectListingsToShare = () => sql`SELECT FROM ${sharedListingOutbox} LIMIT 1`;

/** From now on changes of listings are kept for the neighbors; those of today wait already. */
export async function startSharing(tx: Transaction, now: Date): Promise<void> {
  await lockSharing(tx);
  await tx.insert(neighborSharing).values({ id: true }).onConflictDoNothing();
  await tx.execute(
    sql`INSERT INTO ${sharedListingOutbox} (book_id) SELECT b.id FROM ${books} b WHERE ${sql.raw(isAvailableSql('b', now))}`,
  );
}

export async function stopSharing(tx: Transaction): Promise<void> {
  await lockSharing(tx);
  await tx.delete(neighborSharing);
  await tx.delete(sharedListingOutbox);
}

type Context = Pick<ServerContext, 'database' | 'clock' | 'log' | 'market'>;

export type Relay = {
  /** Soon: what has been committed until now. */
  wake(): void;
  /** Until nothing waits. Throws if the directory's database is away. */
  run(): Promise<void>;
  close(): void;
};

/** Takes changed listings from the outbox to the neighbors, as they are then. */
export function createRelay(context: Context, store: NeighborStore): Relay {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isDue = false;
  let retry: NodeJS.Timeout | undefined;
  const drain = async () => {
    while (isDue && !closing.signal.aborted) {
      isDue = false;
      while (!closing.signal.aborted && (await relayBatch(context, store)) === BATCH);
    }
  };
  const run = () => {
    isDue = true;
    running ??= drain().finally(() => (running = null));
    return running;
  };
  const wake = () => {
    if (closing.signal.aborted) return;
    clearTimeout(retry);
    run().catch((error: unknown) => {
      context.log.warn({ err: error }, 'listings could not be shared');
      if (!closing.signal.aborted) retry = setTimeout(wake, RETRY_MS).unref();
    });
  };
  return {
    wake,
    run,
    close: () => {
      closing.abort();
      clearTimeout(retry);
    },
  };
}

/** Returns how many entries of the outbox it has taken. */
async function relayBatch({ database, clock, market }: Context, store: NeighborStore): Promise<number> {
  const { rows: waiting } = await database.orm.execute(selectListingsToShare());
  if (waiting.length === 0) return 0;
  return database.transaction(async (tx) => {
    await lockSharing(tx);
    const { rows } = await tx.execute<{ id: number; bookId: string }>(
      sql`SELECT id, book_id AS "bookId" FROM ${sharedListingOutbox} ORDER BY id LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    const ids = [...new Set(rows.map(({ bookId }) => bookId))];
    const listed = await readListings(tx, ids, { now: clock.now(), currency: market.currency.code });
    const there = new Set(listed.map(({ id }) => id));
    const isShared = await store.share(
      listed,
      ids.filter((id) => !there.has(id)),
    );
    if (!isShared) await stopSharing(tx);
    await tx.execute(
      sql`DELETE FROM ${sharedListingOutbox} WHERE id = ANY (${sql.param(rows.map(({ id }) => id))}::bigint[])`,
    );
    return rows.length;
  });
}

type Row = Omit<ListingToShare, 'words' | 'currency'>;

/** Those of these listings that can be had. */
async function readListings(
  tx: Transaction,
  ids: readonly string[],
  { now, currency }: { now: Date; currency: string },
): Promise<ListingToShare[]> {
  const { rows } =
    await tx.execute<Row>(sql`SELECT b.id, b.title, b.author, b.isbn, b.subject, b.condition, b.price,
      cardinality(b.images) > 0 AS "hasPhoto", b.created_at AS "listedAt",
      greatest(b.expires_at, b.boosted_until) AS "endsAt"
    FROM ${books} b WHERE b.id = ANY (${sql.param(ids)}::uuid[]) AND ${sql.raw(isAvailableSql('b', now))}`);
  return rows.map((row) => ({
    ...row,
    listedAt: new Date(row.listedAt),
    endsAt: new Date(row.endsAt),
    currency,
    words: toFoldedWords(`${row.title} ${row.author} ${row.isbn ?? ''}`),
  }));
}
