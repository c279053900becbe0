import type { Logger } from '../http/create-http-server.ts';

/** What an event is about, and what it says. `Payload` must survive JSON. */
export type Topic<Payload> = {
  readonly name: string;
  /** Never there: it ties the payload to the topic for whoever publishes and listens. */
  readonly payload?: (payload: Payload) => Payload;
};

/** Declares a topic; each feature declares its own, once, and exports it. Names are part of what processes say to each other. */
export const defineTopic = <Payload>(name: string): Topic<Payload> => ({ name });

/**
 * Hints between the parts of one process, and between processes when they share a Redis: 'something changed, look again'.
 * Never the truth: whoever misses a hint finds everything in the database. Published after the commit that it tells of.
 */
export type EventBus = {
  /** Delivers to every subscriber of the topic in every process, this one included. */
  publish<Payload>(topic: Topic<Payload>, payload: NoInfer<Payload>): void;
  /** Returns a function that ends the subscription. */
  subscribe<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The bus publishes this topic itself, in this process only, when events of other processes may have been missed: since when
 * (ISO 8601). Whoever keeps something because no event said otherwise looks again.
 */
export const busResumed = defineTopic<{ since: string }>('bus-resumed');

/**
 * The embedded bus: one process, delivered in the same turn. With a log, a listener that throws stops neither the others nor
 * whoever published: what the event tells of has been committed.
 */
export function createLocalEventBus(log?: Logger): EventBus {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  return {
    publish(topic, payload) {
      for (const listener of listeners.get(topic.name) ?? []) {
        try {
          listener(payload as never);
        } catch (error) {
          if (log === undefined) throw error;
          log.error({ err: error, topic: topic.name }, 'an event listener failed');
        }
      }
    },
    subscribe(topic, listener) {
      const of = listeners.get(topic.name) ?? new Set();
      listeners.set(topic.name, of.add(listener));
      return () => of.delete(listener);
    },
    ping: async () => {},
    close: async () => listeners.clear(),
  };
}
