import { type Clock, systemClock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, createLocalEventBus, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import type { OpenCarrier } from './event-carrier.ts';
import { EventSeals } from './event-seals.ts';
import type { EventStore } from './event-store.ts';
import type { LostEventRecovery } from './recover-lost-events.ts';

/** The sealed content between processes: an event, or since when (ISO 8601) events of the sender were lost. */
type Content =
  | {
      topic: string;
      payload: unknown;
      id?: string;
    }
  | { lostSince: string };

type SharedEventBusOptions = {
  openCarrier: OpenCarrier;
  /** Seals what the carrier carries: 32 bytes as hex, the same in all processes. */
  sealKey: string;
  log: Logger;
  clock?: Clock;
  /** Where processes find the events that the carrier has lost. */
  durable?: { store: EventStore; recovery: LostEventRecovery };
};

/**
 * An event is delivered at once in its own process, and through the carrier in others; while that is down,
 * from the database some seconds late. What is not there either is lost, which `busResumed` reports.
 */
export async function openSharedEventBus({
  openCarrier,
  sealKey,
  log,
  clock = systemClock,
  durable,
}: SharedEventBusOptions): Promise<EventBus> {
  const local = createLocalEventBus(log);
  const seals = new EventSeals(sealKey, clock);
  const send = (content: Content) => carrier.send(seals.seal(content));
  const tracker = createLostEventTracker((since) => send({ lostSince: since.toISOString() }));
  let isListening = false;
  let missingSince: Date | null = null;

  const carrier = await openCarrier({
    onText: (text) => deliverOnce(seals.open(text) as Content | null, local, durable?.store),
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

  const share = createSharing(send, durable?.store);
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
    dropped: seals.dropped,
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

function deliverOnce(content: Content | null, local: EventBus, store: EventStore | undefined): void {
  if (content === null) return;
  if ('lostSince' in content) local.deliver(busResumed, { since: content.lostSince });
  else if (content.id === undefined || store === undefined || store.markSeen(content.id))
    local.deliver(defineTopic(content.topic), content.payload);
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
