import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, createLocalEventBus, defineTopic, type EventBus } from './event-bus.ts';

/** Messages between processes: an event, or since when (ISO 8601) events of the sender were lost. */
type Envelope = { from: string } & ({ topic: string; payload: unknown } | { lostSince: string });

type RedisEventBusOptions = {
  url: string;
  /** A prefix for this installation. Redis subscriptions ignore the database number of the URL. */
  channel: string;
  log: Logger;
  clock?: Clock;
};

const connectionOptions = {
  lazyConnect: true,
  // A late event is useless, so it is not queued.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 5_000,
  connectTimeout: 5_000,
  keepAlive: 10_000,
  autoResubscribe: false,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
};

/**
 * The bus of several processes: an event is delivered at once in its own process, and through Redis in the
 * others. While Redis is down every process continues with its own events. Events that a process may have
 * missed meanwhile, as receiver or sender, are lost; `busResumed` reports that.
 */
export async function openRedisEventBus({
  url,
  channel,
  log,
  clock = systemClock,
}: RedisEventBusOptions): Promise<EventBus> {
  const local = createLocalEventBus(log);
  const self = randomUUID();
  const publisher = new Redis(url, connectionOptions);
  const subscriber = new Redis(url, connectionOptions);
  const openedAt = clock.now();
  for (const connection of [publisher, subscriber]) warnOncePerOutage(connection, log);

  const say = (envelope: Envelope) => publisher.publish(channel, JSON.stringify(envelope));
  const confession = createLostEventTracker((since) => say({ from: self, lostSince: since.toISOString() }));
  publisher.on('ready', () => void confession.make());

  const subscription = new Subscription({ subscriber, channel, log, clock, local });
  subscriber.on('message', (_channel: string, text: string) => {
    const envelope = parseEnvelope(text);
    if (envelope === null || envelope.from === self) return;
    if ('lostSince' in envelope) local.publish(busResumed, { since: envelope.lostSince });
    else local.publish(defineTopic(envelope.topic), envelope.payload);
  });

  // A Redis that is down at the start is treated like one that goes down later.
  await Promise.allSettled([publisher.connect(), subscriber.connect()]);
  if (subscriber.status !== 'ready') subscription.markLost(openedAt);

  return {
    publish(topic, payload) {
      local.publish(topic, payload);
      const at = clock.now();
      say({ from: self, topic: topic.name, payload }).then(
        () => confession.make(),
        () => confession.owe(at),
      );
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async ping() {
      if (!subscription.isActive) throw new Error('The event bus is not subscribed');
      await publisher.ping();
    },
    async close() {
      confession.drop();
      publisher.disconnect();
      subscriber.disconnect();
      await local.close();
    },
  };
}

type SubscriptionOptions = { subscriber: Redis; channel: string; log: Logger; clock: Clock; local: EventBus };

/** Subscribes on every connect, and publishes `busResumed` if events were lost since the last one. */
class Subscription {
  isActive = false;
  #lostSince: Date | null = null;

  constructor({ subscriber, channel, log, clock, local }: SubscriptionOptions) {
    subscriber.on('close', () => {
      this.markLost(clock.now());
      this.isActive = false;
    });
    subscriber.on('ready', () => {
      this.#subscribe(subscriber, channel, local).catch((error: unknown) => {
        log.warn({ err: error }, 'the event bus cannot subscribe');
        subscriber.disconnect(true);
      });
    });
  }

  markLost(since: Date): void {
    this.#lostSince ??= since;
  }

  async #subscribe(subscriber: Redis, channel: string, local: EventBus): Promise<void> {
    await subscriber.subscribe(channel);
    this.isActive = true;
    if (this.#lostSince === null) return;
    const since = this.#lostSince;
    this.#lostSince = null;
    local.publish(busResumed, { since: since.toISOString() });
  }
}

/** Milliseconds between attempts to report lost events, unless another event triggers one. */
const RETRY_AFTER_MS = 5_000;

/** Remembers since when events to the others were lost, until it has reported that. */
function createLostEventTracker(tell: (since: Date) => Promise<unknown>) {
  let owedSince: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let dropped = false;
  const owe = (since: Date): void => {
    if (dropped) return;
    if (owedSince === null || since < owedSince) owedSince = since;
    timer ??= setTimeout(() => {
      timer = undefined;
      void make();
    }, RETRY_AFTER_MS).unref();
  };
  const make = async (): Promise<void> => {
    if (owedSince === null) return;
    const since = owedSince;
    owedSince = null;
    clearTimeout(timer);
    timer = undefined;
    await tell(since).catch(() => owe(since));
  };
  const drop = () => {
    dropped = true;
    clearTimeout(timer);
  };
  return { owe, make, drop };
}

/** Without a listener an error would end the process. Only the first one of an outage is logged. */
function warnOncePerOutage(connection: Redis, log: Logger): void {
  let quiet = false;
  connection.on('error', (error) => {
    if (!quiet) log.warn({ err: error }, 'the event bus lost its Redis');
    quiet = true;
  });
  connection.on('ready', () => (quiet = false));
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Envelope & { topic?: unknown; lostSince?: unknown };
    if (typeof envelope.from !== 'string') return null;
    if (typeof envelope.lostSince === 'string')
      return Number.isNaN(Date.parse(envelope.lostSince)) ? null : envelope;
    return typeof envelope.topic === 'string' ? envelope : null;
  } catch {
    return null;
  }
}
