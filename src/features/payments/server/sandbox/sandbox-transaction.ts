import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { deliverQueue, newEvent, type EventObject, type EventType, type RequestOf } from './event.ts';
import { toUnixSeconds } from './ids-and-times.ts';
import { SandboxStore } from './sandbox-store.ts';

const lockSandbox = createSingleLock('payment sandbox');

export type SandboxContext = Pick<ServerContext, 'database' | 'clock' | 'jobs'>;

/** What an operation is handed: the memory, the time, and a way to tell what happened. */
export type SandboxTransaction = {
  tx: Transaction;
  objects: SandboxStore;
  now: Date;
  /** `now` in seconds, as the provider writes times. */
  at: number;
  /** Keeps an event and has it delivered once the transaction is committed. */
  emit: (type: EventType, object: EventObject) => Promise<void>;
};

/**
 * Changes the sandbox in one transaction. All changes stand in one line, whatever they are about, so that none has to think of another:
 * two tabs that pay at once pay once. A sandbox is not asked for more.
 */
export function runSandboxTransaction<T>(
  { database, clock, jobs }: SandboxContext,
  work: (change: SandboxTransaction) => Promise<T>,
  { now = clock.now(), request = null }: { now?: Date; request?: RequestOf } = {},
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockSandbox(tx);
    const objects = new SandboxStore(tx, now);
    // An event that was due long ago is kept from now on: as long as any other.
    const events = new SandboxStore(tx, clock.now());
    const emit = async (type: EventType, object: EventObject) => {
      const event = newEvent(type, object, toUnixSeconds(now), request);
      await events.add(event);
      await jobs.enqueue(tx, deliverQueue, { eventId: event.id });
    };
    return work({ tx, objects, now, at: toUnixSeconds(now), emit });
  });
}

/** Looks without waiting in line: at one moment, however many statements it takes. */
export function readSandbox<T>(
  { database, clock }: Pick<SandboxContext, 'database' | 'clock'>,
  work: (change: SandboxTransaction) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const emit = () => Promise.reject(new Error('Reading is no event'));
  return database.transaction(
    (tx) => work({ tx, objects: new SandboxStore(tx, now), now, at: toUnixSeconds(now), emit }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
