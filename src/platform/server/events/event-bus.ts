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

type Listeners = Map<string, Set<(payload: unknown) => void>>;

export function addListener(listeners: Listeners, topic: string, listener: (payload: unknown) => void): () => void {
  const of = listeners.get(topic) ?? new Set();
  listeners.set(topic, of.add(listener));
  return () => of.delete(listener);
}

/** The embedded bus: one process, delivered in the same turn. */
export function createLocalEventBus(): EventBus {
  const listeners: Listeners = new Map();
  return {
    publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) listener(payload);
    },
    subscribe: (topic, listener) => addListener(listeners, topic, listener),
    ping: async () => {},
    close: async () => listeners.clear(),
  };
}
