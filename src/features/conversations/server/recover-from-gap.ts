import { setTimeout as pause } from 'node:timers/promises';
import { findExistingUsers } from '#features/accounts/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketServer } from '#platform/server/socket/socket-server.ts';
import type { ServerMessage } from '../contract.ts';

/** People looked at in one statement and told together; a whole campus that looks again at one moment would be a flood. */
const togetherAtMost = 200;
/** Milliseconds. */
const betweenBatches = 250;
const afterFailure = 5_000;

type Recovery = { begin(): void; stop(): void };

/**
 * After a time in which events of other processes may have been missed: what they said is not known, so that every connected
 * person is asked to look again, and whoever does not exist any more is `gone`. One round at a time; a gap that is reported
 * during one makes another follow.
 */
export function createRecovery(
  { database, log }: Pick<ServerContext, 'database' | 'log'>,
  server: Pick<SocketServer, 'people' | 'toPerson'>,
  gone: (person: string) => void,
): Recovery {
  const stopping = new AbortController();
  const { signal } = stopping;
  let underway = false;
  let again = false;

  const tell = async (people: string[]) => {
    const existing = await findExistingUsers(database, people);
    for (const person of people) {
      if (existing.has(person)) server.toPerson(person, { type: 'missed' } satisfies ServerMessage);
      else gone(person);
    }
  };
  const tellEverybody = async () => {
    const people = server.people();
    for (let from = 0; from < people.length && !signal.aborted; from += togetherAtMost) {
      if (from > 0) await pause(betweenBatches, undefined, { signal, ref: false });
      await tell(people.slice(from, from + togetherAtMost));
    }
  };
  const run = async () => {
    underway = true;
    do {
      again = false;
      try {
        await tellEverybody();
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'catching up after an outage failed');
        again = true;
        await pause(afterFailure, undefined, { signal, ref: false }).catch(() => {});
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
