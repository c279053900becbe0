import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext } from '#platform/server/server-context.ts';

/** Users per round. In one round a whole campus would fetch everything at the same moment. */
const RESYNC_BATCH_SIZE = 200;
const BATCH_DELAY_MS = 250;
const RETRY_AFTER_MS = 5_000;

/** Returns which of the users and sessions still exist. */
export type FindExistingSignIns = (
  userIds: readonly string[],
  sessionIds: readonly string[],
) => Promise<{ users: ReadonlySet<string>; sessions: ReadonlySet<string> }>;

type ResyncOptions = Pick<ServerContext, 'log'> & {
  connectedUsers: () => string[];
  /** The sessions of the connections of these users. */
  sessionsOf: (userIds: readonly string[]) => string[];
  findExistingSignIns: FindExistingSignIns;
  onExisting: (userId: string) => void;
  onSessionsEnded: (userId: string, sessionIds: ReadonlySet<string>) => void;
  onDeleted: (userId: string) => void;
};

/**
 * Recovers after a gap in the events of other processes. What they said is not known, so every connected user
 * fetches again, and the connections of sessions that ended and of users deleted meanwhile end. A gap during
 * a round starts another round after it.
 */
export function createResync(options: ResyncOptions): { begin: () => void; stop: () => void } {
  const { log, connectedUsers, sessionsOf, findExistingSignIns } = options;
  const { onExisting, onSessionsEnded, onDeleted } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  let isRequested = false;

  const resyncBatch = async (userIds: string[]) => {
    const sessionIds = sessionsOf(userIds);
    const existing = await findExistingSignIns(userIds, sessionIds);
    const ended = new Set(sessionIds.filter((id) => !existing.sessions.has(id)));
    for (const userId of userIds) {
      if (!existing.users.has(userId)) onDeleted(userId);
      else {
        if (sessionsOf([userId]).some((id) => ended.has(id))) onSessionsEnded(userId, ended);
        onExisting(userId);
      }
    }
  };
  const resyncAll = async () => {
    const userIds = connectedUsers();
    for (let from = 0; from < userIds.length && !signal.aborted; from += RESYNC_BATCH_SIZE) {
      if (from > 0) await pause(BATCH_DELAY_MS, undefined, { signal, ref: false });
      await resyncBatch(userIds.slice(from, from + RESYNC_BATCH_SIZE));
    }
  };
  const run = async () => {
    isRunning = true;
    do {
      isRequested = false;
      try {
        await resyncAll();
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'resync after a gap in the events failed');
        isRequested = true;
        await pause(RETRY_AFTER_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    } while (isRequested && !signal.aborted);
    isRunning = false;
  };
  return {
    begin() {
      if (isRunning) isRequested = true;
      else void run();
    },
    stop: () => stopping.abort(),
  };
}
