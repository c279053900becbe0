import Stripe from 'stripe';
import { newSandboxId, toUnixSeconds } from '../resources/ids-and-times.ts';
import type { EventType, ObjectKind, SandboxObjects } from '../resources/sandbox-objects.ts';
import { ObjectStore } from './object-store.ts';
import type { SandboxStorage, StorageTransaction } from './sandbox-storage.ts';

/** The ports. */
export type SandboxContext = {
  storage: SandboxStorage;
  clock: { now(): Date };
  log: { error(details: object, message: string): void };
};

export type SandboxTransaction = {
  storage: StorageTransaction;
  objects: ObjectStore;
  now: Date;
  /** `now` in Unix seconds, as Stripe writes times. */
  at: number;
  /** Saves the object and stores an event about it, which is delivered after the commit. */
  emit: (type: EventType, object: SandboxObjects[ObjectKind]) => Promise<void>;
};

/** Runs alone: two tabs that pay at the same time pay once. `now` is in the past for work that is overdue. */
export function runSandboxTransaction<T>(
  { storage, clock }: SandboxContext,
  work: (tx: SandboxTransaction) => Promise<T>,
  now = clock.now(),
): Promise<T> {
  const at = toUnixSeconds(now);
  return storage.runTransaction((tx) => {
    // The age of an event counts from its delivery, also where its cause is in the past.
    const events = new ObjectStore(tx, clock.now());
    const objects = new ObjectStore(tx, now);
    const emit = async (type: EventType, object: SandboxObjects[ObjectKind]) => {
      await objects.save(object);
      const id = newSandboxId('evt');
      const version = { api_version: Stripe.API_VERSION, livemode: false, created: at };
      await events.add({ id, object: 'event', ...version, data: { object }, type });
      await tx.enqueueEvent(id);
    };
    return work({ storage: tx, objects, now, at, emit });
  });
}

export function readSandbox<T>(
  { storage, clock }: Pick<SandboxContext, 'storage' | 'clock'>,
  work: (tx: SandboxTransaction) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const emit = () => Promise.reject(new Error('A read transaction emits no events'));
  return storage.runReadTransaction((tx) =>
    work({ storage: tx, objects: new ObjectStore(tx, now), now, at: toUnixSeconds(now), emit }),
  );
}
