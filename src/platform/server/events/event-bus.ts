import type { Log } from '../http/create-http.ts';

/**
 * Hints between the parts of one process, and between processes when they share a Redis: 'something changed, look again'.
 * Never the truth: whoever misses a hint finds everything in the database. Published after the commit that it tells of.
 */
export type EventBus = {
  /** Delivers to every subscriber of the topic in every process, this one included. `payload` must survive JSON. */
  publish(topic: string, payload: unknown): void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The bus publishes this topic itself, in this process only, when it hears the other processes again: `{ since }` is when it
 * ceased to (ISO 8601). Whoever keeps something because no event said otherwise looks again.
 */
export const busResumed = 'bus-resumed';

/**
 * The embedded bus: one process, delivered in the same turn. With a log, a listener that throws stops neither the others nor
 * whoever published: what the event tells of has been committed.
 */
export function createLocalEventBus(log?: Log): EventBus {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  return {
    publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(payload);
        } catch (error) {
          if (log === undefined) throw error;
          log.error({ err: error, topic }, 'an event listener failed');
        }
      }
    },
    subscribe(topic, listener) {
      const of = listeners.get(topic) ?? new Set();
      listeners.set(topic, of.add(listener));
      return () => of.delete(listener);
    },
    ping: async () => {},
    close: async () => listeners.clear(),
  };
}
