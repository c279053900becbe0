import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, createLocalEventBus, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import type { OpenCarrier } from './event-carrier.ts';
import type { EventStore } from './event-store.ts';
import type { LostEventRecovery } from './recover-lost-events.ts';

/** Texts between processes: an event, or since when (ISO 8601) events of the sender were lost. */
type Envelope = { from: string } & (
  | {
      topic: string;
      payload: unknown;
      /** Of a stored event. */
      id?: string;
    }
  | { lostSince: string }
);

type SharedEventBusOptions = {
  openCarrier: OpenCarrier;
  log: Logger;
  clock?: Clock;
  /** Where processes find the events that the carrier has lost. */
  durable?: { store: EventStore; recovery: LostEventRecovery };
};

/**
 * The bus of several processes: an event is delivered at once in its own process, and through the carrier in
 * the others. While the carrier is down every process continues with its own events. Those of others come
 * from the database, some seconds late. What is not there either is lost; `busResumed` reports that.
 */
export async function openSharedEventBus({
  openCarrier,
  log,
  clock = systemClock,
  durable,
}: SharedEventBusOptions): Promise<EventBus> {
  const local = createLocalEventBus(log);
  const self = randomUUID();
  const send = (envelope: Envelope) => carrier.send(JSON.stringify(envelope));
  const tracker = createLostEventTracker((since) => send({ from: self, lostSince: since.toISOString() }));
  let isListening = false;
  let missingSince: Date | null = null;

  const carrier = await openCarrier({
    onText(text) {
      const envelope = parseEnvelope(text);
      if (envelope === null || envelope.from === self) return;
      if ('lostSince' in envelope) local.deliver(busResumed, { since: envelope.lostSince });
      else if (envelope.id === undefined || durable === undefined || durable.store.markSeen(envelope.id))
        local.deliver(defineTopic(envelope.topic), envelope.payload);
    },
    onInterrupted() {
      isListening = false;
      missingSince ??= clock.now();
    },
    onListening() {
      isListening = true;
      const since = missingSince;
      missingSince = null;
      if (since !== null) local.deliver(busResumed, { since: since.toISOString() });
    },
    onSendable: () => void tracker.report(),
  });

  const share = createSharing((event) => send({ from: self, ...event }), durable?.store);
  return {
    publish(topic, payload) {
      local.publish(topic, payload);
      const at = clock.now();
      share(topic as Topic<unknown>, payload, at).then(
        () => tracker.report(),
        () => tracker.add(at),
      );
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    deliver: (topic, payload) => local.deliver(topic, payload),
    recovery: durable?.recovery ?? null,
    async ping() {
      if (!isListening) throw new Error('The event bus is not subscribed');
      await carrier.ping();
    },
    async close() {
      tracker.stop();
      await durable?.recovery.stop();
      await durable?.store.close();
      await carrier.close();
      await local.close();
    },
  };
}

/** The returned function rejects if other processes will not learn of the event. */
function createSharing(
  send: (event: { topic: string; payload: unknown; id?: string }) => Promise<unknown>,
  store: EventStore | undefined,
) {
  return (topic: Topic<unknown>, payload: unknown, at: Date): Promise<unknown> => {
    const event = { topic: topic.name, payload };
    if (store === undefined) return send(event);
    if (topic.isStored?.(payload) === false) return send(event).catch(() => {});
    const { id, stored } = store.append(event, at);
    return Promise.any([send({ ...event, id }), stored]);
  };
}

/** Milliseconds between attempts to report lost events, unless another event triggers one. */
const RETRY_AFTER_MS = 5_000;

/** Remembers since when events to the others were lost, until it has reported that. */
function createLostEventTracker(tell: (since: Date) => Promise<unknown>) {
  let lostSince: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const add = (since: Date): void => {
    if (isStopped) return;
    if (lostSince === null || since < lostSince) lostSince = since;
    timer ??= setTimeout(() => {
      timer = undefined;
      void report();
    }, RETRY_AFTER_MS).unref();
  };
  const report = async (): Promise<void> => {
    if (lostSince === null) return;
    const since = lostSince;
    lostSince = null;
    clearTimeout(timer);
    timer = undefined;
    await tell(since).catch(() => add(since));
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { add, report, stop };
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
