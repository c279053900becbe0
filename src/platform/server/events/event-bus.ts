import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import type { LostEventRecovery } from './recover-lost-events.ts';

/** What an event is about, and its payload. `Payload` must survive JSON. */
export type Topic<Payload> = {
  readonly name: string;
  /** Never set: it ties the payload type to the topic for publishers and listeners. */
  readonly payload?: (payload: Payload) => Payload;
  /** Whether it is stored for processes that miss it. Not needed if it is worthless later, or recovered from its rows. */
  isStored?(payload: Payload): boolean;
};

/** Declared and exported once, by one feature. The name is part of the protocol between processes. */
export const defineTopic = <Payload>(
  name: string,
  options: Pick<Topic<Payload>, 'isStored'> = {},
): Topic<Payload> => ({ name, ...options });

/**
 * Best-effort events in a process and between processes, over Redis or PostgreSQL: 'this changed, read it
 * again'. The database is the source of truth. What a transaction publishes waits for its commit.
 */
export type EventBus = {
  /** Delivers to every subscriber of the topic in every process, this one included. */
  publish<Payload>(topic: Topic<Payload>, payload: NoInfer<Payload>): void;
  subscribe<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void): () => void;
  /** Delivers in this process only: for changes that were found without an event. */
  deliver<Payload>(topic: Topic<Payload>, payload: NoInfer<Payload>): void;
  /** Recovers events that are lost between processes; null for a single process. */
  readonly recovery: LostEventRecovery | null;
  /** The number of messages of the carrier that were dropped since the start, by reason. */
  readonly dropped: ReadonlyMap<string, number>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Published by the bus itself, in this process only, when it may have missed events of others (`since`: ISO
 * 8601). Listeners that cache data until an event invalidate it.
 */
export const busResumed = defineTopic<{ since: string }>('bus-resumed');

/** One process, synchronous delivery. With a log, a listener that throws stops neither the others nor the publisher. */
export function createLocalEventBus(log?: Logger): EventBus {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const deliver: EventBus['deliver'] = (topic, payload) => {
    for (const listener of listeners.get(topic.name) ?? []) {
      try {
        listener(payload as never);
      } catch (error) {
        if (log === undefined) throw error;
        log.error({ err: error, topic: topic.name }, 'an event listener failed');
      }
    }
  };
  return {
    publish: deliver,
    deliver,
    recovery: null,
    dropped: new Map(),
    subscribe(topic, listener) {
      const ofTopic = listeners.get(topic.name) ?? new Set();
      listeners.set(topic.name, ofTopic.add(listener));
      return () => ofTopic.delete(listener);
    },
    ping: async () => {},
    close: async () => listeners.clear(),
  };
}

/** The bus of the features: in a transaction an event waits for its commit; the same event is published once. */
export const publishAfterCommit = (
  bus: EventBus,
  { afterCommit }: Pick<Database, 'afterCommit'>,
): EventBus => ({
  ...bus,
  publish: (topic, payload) =>
    afterCommit(() => bus.publish(topic, payload), `${topic.name} ${JSON.stringify(payload)}`),
  deliver: (topic, payload) => afterCommit(() => bus.deliver(topic, payload)),
});
