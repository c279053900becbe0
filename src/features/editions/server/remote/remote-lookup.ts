import { eq, and, isNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { TokenBucket } from '#platform/server/rate-limits/token-bucket.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import {
  KNOWN_EDITION_TTL_MS,
  MAX_REMOTE_FAILURES,
  REMOTE_PAUSE_MS,
  UNKNOWN_EDITION_TTL_MS,
  type EditionFacts,
  type RemoteSourceName,
} from '../../rules.ts';
import { fetchedEditions } from '../table.ts';
import type { RemoteFacts, RemoteSource } from './remote-source.ts';
import { storeResponse } from './store-response.ts';

/** `unavailableMs`: when the next request may succeed. */
type Unavailable = { unavailableMs: number };
type SourceResult = EditionFacts | 'unknown' | Unavailable;

type RemoteEdition = { source: RemoteSourceName; facts: EditionFacts };

/** Requests editions from the remote sources, as seldom as possible, and stores their responses. */
export type RemoteLookup = {
  /** Never rejects. `Unavailable`: none knows the ISBN, but one failed, or gets no requests for now. */
  find: (isbn: string) => Promise<RemoteEdition | 'unknown' | Unavailable>;
};

type Context = Pick<ServerContext, 'database' | 'clock' | 'log' | 'events'>;

/** `sources`: in the order of the requests. */
export function createRemoteLookup(context: Context, sources: readonly RemoteSource[]): RemoteLookup {
  const guarded = sources.map((source) => guardSource(context, source));
  return {
    async find(isbn) {
      if (guarded.length === 0) return 'unknown';
      const stored = await readStored(context, isbn);
      let unavailableMs = Infinity;
      for (const source of guarded) {
        const facts = stored.get(source.name) ?? (await source.lookUp(isbn));
        if (facts === 'unknown') continue;
        if (!('unavailableMs' in facts)) return { source: source.name, facts };
        unavailableMs = Math.min(unavailableMs, facts.unavailableMs);
      }
      return unavailableMs === Infinity ? 'unknown' : { unavailableMs };
    },
  };
}

/** Stored responses that are young enough, by source. */
async function readStored(
  { database, clock }: Context,
  isbn: string,
): Promise<Map<string, EditionFacts | 'unknown'>> {
  const rows = await database.orm.select().from(fetchedEditions).where(eq(fetchedEditions.isbn, isbn));
  const now = clock.now().getTime();
  return new Map(
    rows
      .filter(({ title, fetchedAt }) => {
        const ttl = title === null ? UNKNOWN_EDITION_TTL_MS : KNOWN_EDITION_TTL_MS;
        return now - fetchedAt.getTime() < ttl;
      })
      .map(({ source, title, author, edition, publisher, publishedYear, subject }) => [
        source,
        title === null ? 'unknown' : { title, author, edition, publisher, publishedYear, subject },
      ]),
  );
}

/** A source with one request for simultaneous lookups, its own pace, and a pause after three failures. */
function guardSource(context: Context, source: RemoteSource) {
  const { clock, log } = context;
  const pace = new TokenBucket(source.pace, clock.now().getTime());
  const underWay = new Map<string, Promise<SourceResult>>();
  let failures = 0;
  let pausedUntil = 0;

  function unavailable(): Unavailable {
    const now = clock.now().getTime();
    return { unavailableMs: Math.max(pausedUntil - now, pace.waitMs(now)) };
  }

  async function fetchAndStore(isbn: string): Promise<SourceResult> {
    const now = clock.now().getTime();
    if (now < pausedUntil || !pace.take(now)) return unavailable();
    let facts: RemoteFacts | null;
    try {
      facts = await source.fetch(isbn);
    } catch (error) {
      failures++;
      if (failures >= MAX_REMOTE_FAILURES) pausedUntil = clock.now().getTime() + REMOTE_PAUSE_MS;
      logFailure(log, source.name, error);
      return unavailable();
    }
    failures = 0;
    await storeResponse(context, isbn, source.name, facts);
    if (facts === null) return 'unknown';
    const { libraryWork: _stored, ...known } = facts;
    return known;
  }

  return {
    name: source.name,
    lookUp(isbn: string): Promise<SourceResult> {
      const running = underWay.get(isbn);
      if (running !== undefined) return running;
      const request = fetchAndStore(isbn).finally(() => underWay.delete(isbn));
      underWay.set(isbn, request);
      return request;
    },
  };
}

const logFailure = (log: Logger, source: RemoteSourceName, error: unknown) =>
  // The message of a schema quotes what a user typed.
  log.warn(
    { source, reason: error instanceof z.ZodError ? 'unexpected response' : String(error) },
    'a source of editions failed',
  );

export async function deleteOldEditions({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { title, fetchedAt } = fetchedEditions;
  const isOlderThan = (ttlMs: number) => lt(fetchedAt, new Date(clock.now().getTime() - ttlMs));
  await database.orm
    .delete(fetchedEditions)
    .where(or(isOlderThan(KNOWN_EDITION_TTL_MS), and(isNull(title), isOlderThan(UNKNOWN_EDITION_TTL_MS))));
}
