import { Redis } from 'ioredis';
import type { Logger } from '../http/create-http-server.ts';
import { createOutageLog, type CarrierListener, type EventCarrier } from './event-carrier.ts';

type RedisCarrierOptions = {
  url: string;
  /** A prefix for this installation. Redis subscriptions ignore the database number of the URL. */
  channel: string;
  log: Logger;
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

export async function openRedisCarrier(
  { url, channel, log }: RedisCarrierOptions,
  listener: CarrierListener,
): Promise<EventCarrier> {
  const publisher = new Redis(url, connectionOptions);
  const subscriber = new Redis(url, connectionOptions);
  for (const connection of [publisher, subscriber]) {
    const outage = createOutageLog((error) => log.warn({ err: error }, 'the event bus lost its Redis'));
    connection.on('error', outage.failed);
    connection.on('ready', outage.recovered);
  }
  publisher.on('ready', () => listener.onSendable());
  subscriber.on('message', (_channel: string, text: string) => listener.onText(text));
  subscriber.on('close', () => listener.onInterrupted());
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => listener.onListening(),
      (error: unknown) => {
        log.warn({ err: error }, 'the event bus cannot subscribe');
        subscriber.disconnect(true);
      },
    );
  });
  // A Redis that is down at the start is treated like one that goes down later.
  await Promise.allSettled([publisher.connect(), subscriber.connect()]);
  if (subscriber.status !== 'ready') listener.onInterrupted();
  return {
    send: (text) => publisher.publish(channel, text),
    ping: async () => void (await publisher.ping()),
    async close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
