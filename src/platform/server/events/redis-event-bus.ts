import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import type { Log } from '../http/create-http.ts';
import { busResumed, createLocalEventBus, defineTopic, type EventBus } from './event-bus.ts';

const channel = 'events';

type Envelope = { from: string; topic: string; payload: unknown };

/**
 * The bus of several processes: what one publishes is delivered in it at once, and in the others through Redis. While Redis is
 * away every process goes on with its own events; what the others said meanwhile is lost, and `busResumed` tells so.
 */
export async function openRedisEventBus(
  url: string,
  log: Log,
  clock: Clock = systemClock,
): Promise<EventBus> {
  const local = createLocalEventBus(log);
  const self = randomUUID();
  const options = {
    lazyConnect: true,
    // A hint that cannot be sent now is worth nothing later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 5_000,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    autoResubscribe: false,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
  };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  let lostAt: Date | null = null;
  let subscribed = false;

  for (const connection of [publisher, subscriber]) {
    // Without a listener an error would end the process. The first of an outage is worth a line.
    let quiet = false;
    connection.on('error', (error) => {
      if (!quiet) log.warn({ err: error }, 'the event bus lost its Redis');
      quiet = true;
    });
    connection.on('ready', () => (quiet = false));
  }

  subscriber.on('close', () => {
    if (subscribed) lostAt ??= clock.now();
    subscribed = false;
  });
  const subscribe = async () => {
    await subscriber.subscribe(channel);
    subscribed = true;
    if (lostAt === null) return;
    const since = lostAt;
    lostAt = null;
    local.publish(busResumed, { since: since.toISOString() });
  };
  subscriber.on('ready', () => {
    subscribe().catch((error: unknown) => {
      log.warn({ err: error }, 'the event bus cannot subscribe');
      subscriber.disconnect(true);
    });
  });
  subscriber.on('message', (_channel: string, text: string) => {
    const envelope = parseEnvelope(text);
    if (envelope !== null && envelope.from !== self)
      local.publish(defineTopic(envelope.topic), envelope.payload);
  });

  // A Redis that is away at the start is like one that goes away later.
  await Promise.allSettled([publisher.connect(), subscriber.connect()]);

  return {
    publish(topic, payload) {
      local.publish(topic, payload);
      const envelope: Envelope = { from: self, topic: topic.name, payload };
      publisher.publish(channel, JSON.stringify(envelope)).catch(() => {});
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async ping() {
      if (!subscribed) throw new Error('The event bus is not subscribed');
      await publisher.ping();
    },
    async close() {
      publisher.disconnect();
      subscriber.disconnect();
      await local.close();
    },
  };
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Envelope;
    return typeof envelope.from === 'string' && typeof envelope.topic === 'string' ? envelope : null;
  } catch {
    return null;
  }
}
