import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, createLocalEventBus, defineTopic, type EventBus } from './event-bus.ts';
import type { OpenCarrier } from './event-carrier.ts';

/** Texts between processes: an event, or since when (ISO 8601) events of the sender were lost. */
type Envelope = { from: string } & ({ topic: string; payload: unknown } | { lostSince: string });

type SharedEventBusOptions = { openCarrier: OpenCarrier; log: Logger; clock?: Clock };

/**
 * The bus of several processes: an event is delivered at once in its own process, and through the carrier in
 * the others. While the carrier is down every process continues with its own events. Events that a process
 * may have missed meanwhile, as receiver or sender, are lost; `busResumed` reports that.
 */
export async function openSharedEventBus({
  openCarrier,
  log,
  clock = systemClock,
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
      if ('lostSince' in envelope) local.publish(busResumed, { since: envelope.lostSince });
      else local.publish(defineTopic(envelope.topic), envelope.payload);
    },
    onInterrupted() {
      isListening = false;
      missingSince ??= clock.now();
    },
    onListening() {
      isListening = true;
      const since = missingSince;
      missingSince = null;
      if (since !== null) local.publish(busResumed, { since: since.toISOString() });
    },
    onSendable: () => void tracker.report(),
  });

  return {
    publish(topic, payload) {
      local.publish(topic, payload);
      const at = clock.now();
      send({ from: self, topic: topic.name, payload }).then(
        () => tracker.report(),
        () => tracker.add(at),
      );
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async ping() {
      if (!isListening) throw new Error('The event bus is not subscribed');
      await carrier.ping();
    },
    async close() {
      tracker.stop();
      await carrier.close();
      await local.close();
    },
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
