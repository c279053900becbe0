import { newEvent, type EventObject, type EventRequest, type EventType } from '../events/event.ts';
import { toUnixSeconds } from '../resources/ids-and-times.ts';
import { ObjectStore } from './object-store.ts';
import type { SandboxStorage, StorageTransaction } from './sandbox-storage.ts';

interface SandboxClock {
  now(): Date;
}

interface SandboxLog {
  error(details: object, message: string): void;
}

/** The ports. */
export type SandboxContext = {
  storage: SandboxStorage;
  clock: SandboxClock;
  log: SandboxLog;
  /** The seller's name, on invoices and on card statements. */
  accountName: string;
};

export type SandboxTransaction = {
  storage: StorageTransaction;
  objects: ObjectStore;
  accountName: string;
  now: Date;
  /** `now` in Unix seconds, as Stripe writes times. */
  at: number;
  /** Stores an event, which is delivered after the commit. */
  emit: (type: EventType, object: EventObject) => Promise<void>;
};

/** Runs alone: two tabs that pay at the same time pay once. `now` is in the past for work that is overdue. */
export function runSandboxTransaction<T>(
  { storage, clock, accountName }: SandboxContext,
  work: (tx: SandboxTransaction) => Promise<T>,
  { now = clock.now(), request = null }: { now?: Date; request?: EventRequest } = {},
): Promise<T> {
  const at = toUnixSeconds(now);
  return storage.runTransaction((tx) => {
    const objects = new ObjectStore(tx, now);
    // The age of an event counts from its delivery, also where its cause is in the past.
    const events = new ObjectStore(tx, clock.now());
    const emit = async (type: EventType, object: EventObject) => {
      const event = newEvent(type, object, at, request);
      await events.add(event);
      await tx.enqueueEvent(event.id);
    };
    return work({ storage: tx, objects, accountName, now, at, emit });
  });
}

/** Reads one moment, without waiting for other transactions. */
export function readSandbox<T>(
  { storage, clock, accountName }: Pick<SandboxContext, 'storage' | 'clock' | 'accountName'>,
  work: (tx: SandboxTransaction) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const emit = () => Promise.reject(new Error('A read transaction emits no events'));
  return storage.runReadTransaction((tx) =>
    work({
      storage: tx,
      objects: new ObjectStore(tx, now),
      accountName,
      now,
      at: toUnixSeconds(now),
      emit,
    }),
  );
}
