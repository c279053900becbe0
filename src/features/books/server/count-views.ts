import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/http/create-http.ts';
import type { Actor, Caller } from '#platform/server/http/mount-calls.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';

const crawler =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|curl|wget|python|monitor/i;
const flushEvery = 5_000;
const batchSize = 1_000;

export type ViewCounter = {
  /** True if the view was taken for counting (a crawler's is not). */
  count(bookId: string, actor: Actor | null, caller: Caller, now: Date): boolean;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Views count one per viewer, book and day, not the owner's own, never a crawler's. They are collected and written in batches:
 * a view is worth a statement, not a request's wait. Signed out, the viewer is a hash of address and browser keyed anew for
 * each day; the address itself is never written.
 */
export function createViewCounter(database: Database, secrets: Secrets, log: Log): ViewCounter {
  let waiting = new Map<string, { bookId: string; day: string; viewer: string }>();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const batch = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < batch.length; from += batchSize)
      await writeViews(database, batch.slice(from, from + batchSize));
  };
  const flush = () => {
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'views could not be written'));
    return writing;
  };
  const timer = setInterval(() => waiting.size > 0 && void flush(), flushEvery);
  timer.unref();

  return {
    count(bookId, actor, caller, now) {
      if (caller.userAgent === '' || crawler.test(caller.userAgent)) return false;
      const day = now.toISOString().slice(0, 10);
      const viewer =
        actor?.id ?? secrets.sign(`views of ${day}`, `${caller.address} ${caller.userAgent}`).slice(0, 22);
      waiting.set(`${bookId} ${viewer} ${day}`, { bookId, day, viewer });
      if (waiting.size >= batchSize) void flush();
      return true;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function writeViews(
  database: Database,
  batch: { bookId: string; day: string; viewer: string }[],
): Promise<void> {
  await database.pool.query(
    `WITH seen AS (
      INSERT INTO book_views (book_id, day, viewer)
      SELECT v.book_id, v.day, v.viewer FROM unnest($1::uuid[], $2::date[], $3::text[]) AS v(book_id, day, viewer)
      JOIN books b ON b.id = v.book_id AND b.seller_id::text <> v.viewer
      ORDER BY v.book_id, v.viewer
      ON CONFLICT DO NOTHING RETURNING book_id)
    UPDATE books b SET views = b.views + s.views
    FROM (SELECT book_id, count(*)::int AS views FROM seen GROUP BY book_id) s WHERE b.id = s.book_id`,
    [batch.map(({ bookId }) => bookId), batch.map(({ day }) => day), batch.map(({ viewer }) => viewer)],
  );
}
