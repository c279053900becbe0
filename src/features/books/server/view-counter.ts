import { hashMailbox } from '#features/accounts/server/public.ts';
import { dailyBudgets } from '#features/accounts/budget-rules.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { isShownSql } from './expiry/listing-period.ts';
import { toIpNetworks } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

const CRAWLER =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|curl|wget|python|monitor/i;
const FLUSH_INTERVAL_MS = 5_000;
const FLUSH_BATCH_SIZE = 1_000;
/** The database may be restarting; a request waits no longer than this. */
const MAX_CLOSING_ATTEMPTS = 3;
/** Views to buffer while the database is unavailable, some megabytes; later ones are not counted. */
const MAX_PENDING_VIEWS = 20_000;

/** The views of a mailbox, counted in memory like the waiting views: a view is not worth a statement. */
const VIEWS_OF_ACCOUNTS = { name: 'views', points: dailyBudgets.views, durationMs: DAY_MS };

type Context = Pick<ServerContext, 'database' | 'secrets' | 'log' | 'clock'>;

/** `viewer`: of an account its id until it is written. `isCharged`: a write that failed is not charged again. */
type View = { bookId: string; day: string; viewer: string; userId: string | null; isCharged?: boolean };
type ViewToWrite = View & { mailbox: string | null };

const VIEWER_LENGTH = 22;

export type ViewCounter = {
  /** True if the view was taken for counting (a crawler's is not). */
  count(bookId: string, actor: Actor | null, caller: Caller, now: Date): boolean;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Counts one view per viewer, book and day; ignores the seller and crawlers. Writes in batches, because a
 * view must not slow down its request. A viewer is a hash with a daily key, of the mailbox of an account,
 * which outlives the account, or of the network of a visitor (`toViewer`); the IP is never stored. The user
 * agent does not count: a script sends any.
 */
export function createViewCounter(
  { database, secrets, log, clock }: Context,
  onWritten: (bookIds: string[]) => void = () => {},
): ViewCounter {
  let waiting = new Map<string, View>();
  const limiter = new RateLimiter(clock);
  let writing: Promise<void> = Promise.resolve();
  /** The scheduled write; it includes views that arrive before it starts. */
  let nextWrite: Promise<void> | null = null;
  let failing = false;

  const write = async () => {
    nextWrite = null;
    const views = [...waiting];
    waiting = new Map();
    for (let from = 0; from < views.length; from += FLUSH_BATCH_SIZE) {
      const batch = views.slice(from, from + FLUSH_BATCH_SIZE).map(([, view]) => view);
      try {
        onWritten(await writeViews(database, await withMailboxes({ database, secrets }, limiter, batch)));
      } catch (error) {
        // The write may have succeeded although its response was lost: they count once.
        for (const [key, view] of views.slice(from))
          if (waiting.size < MAX_PENDING_VIEWS) waiting.set(key, view);
        throw error;
      }
    }
    failing = false;
  };
  const flush = () => {
    nextWrite ??= writing = writing.then(write).catch((error: unknown) => {
      failing = true;
      log.warn({ err: error, waiting: waiting.size }, 'writing views failed, they wait for the next attempt');
    });
    return nextWrite;
  };
  const timer = setInterval(() => waiting.size > 0 && void flush(), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    count(bookId, actor, caller, now) {
      if (caller.userAgent === '' || CRAWLER.test(caller.userAgent)) return false;
      const day = now.toISOString().slice(0, 10);
      const viewer = actor?.id ?? toViewer(caller.ip, (text) => secrets.sign(`views of ${day}`, text));
      const key = `${bookId} ${viewer} ${day}`;
      if (waiting.size >= MAX_PENDING_VIEWS && !waiting.has(key)) return false;
      waiting.set(key, { bookId, day, viewer, userId: actor?.id ?? null });
      // Only the timer retries a failed flush, not every view.
      if (waiting.size >= FLUSH_BATCH_SIZE && !failing) void flush();
      return true;
    },
    flush,
    async close() {
      clearInterval(timer);
      let attempts = 0;
      do await flush();
      while (waiting.size > 0 && (attempts += 1) < MAX_CLOSING_ATTEMPTS);
    },
  };
}

/** How many /56 of a /48, and /64 of a /56, count as different viewers of a book. */
const VIEWERS_OF_LARGER_NETWORK = 4;

/**
 * An IPv6 household has a /64, but who has a /48 has 65,536 of them. So the networks inside a larger one
 * share four places: a book gets 4 views a day from a /56 and 16 from a /48, in all processes and without a
 * count.
 */
function toViewer(ip: string, sign: (text: string) => string): string {
  const networks = toIpNetworks(ip).map(({ network }) => network);
  const widest = networks.pop()!;
  const places = networks.map(
    (network) => Buffer.from(sign(network), 'base64url')[0]! % VIEWERS_OF_LARGER_NETWORK,
  );
  return sign([widest, ...places].join(' ')).slice(0, VIEWER_LENGTH);
}

/** The viewers with an account by mailbox. A user who was removed while a view waited leaves no trace. */
async function withMailboxes(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  limiter: RateLimiter,
  batch: readonly View[],
): Promise<ViewToWrite[]> {
  const userIds = [...new Set(batch.flatMap(({ userId }) => userId ?? []))];
  const { rows } =
    userIds.length === 0
      ? { rows: [] }
      : await database.pool.query<{ id: string; mailbox: string }>(
          'SELECT id, mailbox FROM users WHERE id = ANY($1::uuid[])',
          [userIds],
        );
  const mailboxes = new Map(rows.map(({ id, mailbox }) => [id, mailbox]));
  return batch.flatMap((view) => {
    if (view.userId === null) return { ...view, mailbox: null };
    const mailbox = mailboxes.get(view.userId);
    if (mailbox === undefined) return [];
    const viewer = hashMailbox(secrets, `views of ${view.day}`, mailbox).slice(0, VIEWER_LENGTH);
    view.isCharged ??= limiter.tryConsume(VIEWS_OF_ACCOUNTS, viewer);
    return view.isCharged ? { ...view, viewer, mailbox } : [];
  });
}

/** Returns the books whose number has changed. */
async function writeViews(database: Database, batch: ViewToWrite[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `WITH seen AS (
      INSERT INTO book_views (book_id, day, viewer)
      SELECT v.book_id, v.day, v.viewer
      FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[]) AS v(book_id, day, viewer, mailbox)
      JOIN books b ON b.id = v.book_id AND ${isShownSql('b')} JOIN users s ON s.id = b.seller_id
      WHERE v.mailbox IS DISTINCT FROM s.mailbox
      ORDER BY v.book_id, v.day, v.viewer
      ON CONFLICT DO NOTHING RETURNING book_id),
    -- In one order, so that two processes never wait for each other.
    locked AS (SELECT id FROM books WHERE id IN (SELECT book_id FROM seen) ORDER BY id FOR NO KEY UPDATE)
    UPDATE books b SET views = b.views + s.views
    FROM (SELECT id, count(*)::int AS views FROM locked JOIN seen ON book_id = id GROUP BY id) s
    WHERE b.id = s.id RETURNING b.id`,
    [
      batch.map(({ bookId }) => bookId),
      batch.map(({ day }) => day),
      batch.map(({ viewer }) => viewer),
      batch.map(({ mailbox }) => mailbox),
    ],
  );
  return rows.map(({ id }) => id);
}
