import { setTimeout as pause } from 'node:timers/promises';
import { findExistingUsers } from '#features/accounts/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketServer } from '#platform/server/socket/socket-server.ts';
import type { ServerMessage } from '#features/conversations/contract.ts';

/** People looked at in one statement and told together; a whole campus that looks again at one moment would be a flood. */
const RESYNC_BATCH_SIZE = 200;
const BATCH_DELAY_MS = 250;
const RETRY_AFTER_MS = 5_000;

type Recovery = { begin(): void; stop(): void };

/**
 * After a time in which events of other processes may have been missed: what they said is not known, so that every connected
 * person is asked to look again, and whoever does not exist any more is `gone`. One round at a time; a gap that is reported
 * during one makes another follow.
 */
export function createResync(
  { database, log }: Pick<ServerContext, 'database' | 'log'>,
  server: Pick<SocketServer, 'userIds' | 'sendToUser'>,
  gone: (user: string) => void,
): Recovery {
  const stopping = new AbortController();
  const { signal } = stopping;
  let underway = false;
  let again = false;

  const tell = async (users: string[]) => {
    const existing = await findExistingUsers(database, users);
    for (const user of users) {
      if (existing.has(user)) server.sendToUser(user, { type: 'missed' } satisfies ServerMessage);
      else gone(user);
    }
  };
  const resyncEverybody = async () => {
    const users = server.userIds();
    for (let from = 0; from < users.length && !signal.aborted; from += RESYNC_BATCH_SIZE) {
      if (from > 0) await pause(BATCH_DELAY_MS, undefined, { signal, ref: false });
      await tell(users.slice(from, from + RESYNC_BATCH_SIZE));
    }
  };
  const run = async () => {
    underway = true;
    do {
      again = false;
      try {
        await resyncEverybody();
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'catching up after an outage failed');
        again = true;
        await pause(RETRY_AFTER_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    } while (again && !signal.aborted);
    underway = false;
  };
  return {
    begin() {
      if (underway) again = true;
      else void run();
    },
    stop: () => stopping.abort(),
  };
}
