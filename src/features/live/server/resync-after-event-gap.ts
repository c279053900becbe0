import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext } from '#platform/server/server-context.ts';

/** Users per round. In one round a whole campus would fetch everything at the same moment. */
const RESYNC_BATCH_SIZE = 200;
const BATCH_DELAY_MS = 250;
const RETRY_AFTER_MS = 5_000;

type ResyncOptions = Pick<ServerContext, 'log'> & {
  connectedUsers: () => string[];
  /** Of these users, those that still exist. */
  findExistingUsers: (userIds: string[]) => Promise<ReadonlySet<string>>;
  onExisting: (userId: string) => void;
  onDeleted: (userId: string) => void;
};

/**
 * Recovers after a gap in the events of other processes. What they said is not known, so every connected user
 * fetches again, and the connections of users deleted meanwhile end. A gap during a round starts another
 * round after it.
 */
export function createResync(options: ResyncOptions): { begin: () => void; stop: () => void } {
  const { log, connectedUsers, findExistingUsers, onExisting, onDeleted } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  let isRequested = false;

  const resyncBatch = async (userIds: string[]) => {
    const existing = await findExistingUsers(userIds);
    for (const userId of userIds) (existing.has(userId) ? onExisting : onDeleted)(userId);
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
