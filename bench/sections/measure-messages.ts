import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerMessage } from '#features/live/contract.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { openPair, openSocket, sellersOf, type Talker } from '../load/talkers.ts';
import { milliseconds, whole, type ReportRow } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';
import { MeasuredProcess } from '../servers/measured-process.ts';
import type { SocketBaselineSettings } from '../servers/socket-baseline-server.ts';

/** Warm-up messages whose latencies do not count: code and statements are compiled at their first use. */
const WARM_UP_SECONDS = 3;
const SEND_INTERVAL_MS = 1_000;
const DELIVERY_TIMEOUT_MS = 10_000;
const P50_AIM_RATIO = 3;

/** State of one message: when it was sent, and how often it was received. */
type Sent = { at: number; from: Talker; arrived: number; isWarmUp: boolean };

type Crowd = { pairs: number; seconds: number };

/** What a table says of it, the median latency in milliseconds, and whether each message arrived once. */
type Delivered = { measured: string; p50: number; isComplete: boolean };

/** Compared with the library `ws` and one INSERT for each message, which send the same. */
export async function measureMessages(market: BenchEnvironment): Promise<ReportRow[]> {
  const crowd = { pairs: 200, seconds: 20 };
  const ours = await measureDelivery(market, crowd, [market.port, market.port]);
  const bare = await measureBareDelivery(market, crowd);
  const ratio = ours.p50 / bare.p50;
  return [
    {
      figure: `Message, send to delivery, ${crowd.pairs} pairs at 1/s each · ws and INSERT`,
      measured: ours.measured,
      reference: bare.measured,
      ratio,
      aim: { text: `≤ ${P50_AIM_RATIO} p50, each once`, met: ratio <= P50_AIM_RATIO && ours.isComplete },
    },
  ];
}

async function measureBareDelivery(market: BenchEnvironment, { pairs, seconds }: Crowd): Promise<Delivered> {
  await using server = await MeasuredProcess.start<{ port: number }>({
    program: 'socket-baseline-server.ts',
    settings: { databaseUrl: market.server.ready.databaseUrl } satisfies SocketBaselineSettings,
  });
  const open = async (index: number): Promise<Talker> => {
    const conversationId = `pair ${Math.floor(index / 2)}`;
    return {
      conversationId,
      token: conversationId,
      socket: await openSocket(server.ready.port, conversationId),
    };
  };
  const talkers = await Promise.all(Array.from({ length: 2 * pairs }, (_, index) => open(index)));
  return await deliverAll(talkers, seconds, () => server.cpu());
}

/**
 * Pairs in which each user sends once per second, at different moments; buyers at the first port, sellers at
 * the second. Measures from sending to the other user's `new_message`.
 */
export async function measureDelivery(
  market: BenchEnvironment,
  { pairs, seconds }: Crowd,
  ports: readonly [number, number],
): Promise<Delivered> {
  const talkers: Talker[] = [];
  const people = sellersOf(market);
  for (let pair = 0; pair < pairs; pair += 1) {
    const two = { seller: people[pair]!, buyer: people[pairs + pair]! };
    talkers.push(...(await openPair(market, two, ports)));
  }
  return deliverAll(talkers, seconds, () => market.cpu());
}

/** `cpu`: of all servers so far, in microseconds. Closes the sockets. */
async function deliverAll(
  talkers: readonly Talker[],
  seconds: number,
  cpu: () => Promise<number>,
): Promise<Delivered> {
  const sent = new Map<string, Sent>();
  const latencies: number[] = [];
  const strays: string[] = [];
  const hear = (talker: Talker) => (data: unknown) => {
    const said = JSON.parse(String(data)) as ServerMessage;
    if (said.type === 'error') strays.push(said.message);
    if (said.type !== 'new_message') return;
    const message = sent.get(said.message.clientMessageId);
    if (message === undefined) {
      strays.push('a message that was never sent');
      return;
    }
    if (message.from === talker) return;
    message.arrived += 1;
    if (!message.isWarmUp) latencies.push(performance.now() - message.at);
  };
  try {
    for (const talker of talkers) talker.socket.on('message', hear(talker));
    const cpuBefore = await cpu();
    await Promise.all(
      talkers.map((talker, index) => {
        const offset = (index / talkers.length) * SEND_INTERVAL_MS;
        return talk(talker, { offset, turns: WARM_UP_SECONDS + seconds }, sent);
      }),
    );
    await allArrived(() => latencies.length >= talkers.length * seconds);
    const cpuOfEach = ((await cpu()) - cpuBefore) / sent.size;
    return {
      measured: describe(sent, latencies, strays, cpuOfEach),
      p50: percentile(latencies, 0.5),
      isComplete: strays.length === 0 && [...sent.values()].every(({ arrived }) => arrived === 1),
    };
  } finally {
    for (const { socket } of talkers) socket.terminate();
  }
}

function describe(sent: Map<string, Sent>, latencies: number[], strays: string[], cpu: number): string {
  const lost = [...sent.values()].filter(({ arrived }) => arrived === 0).length;
  const doubled = [...sent.values()].filter(({ arrived }) => arrived > 1).length;
  const faults = [
    ...(lost > 0 ? [`${lost} NOT ARRIVED within ${DELIVERY_TIMEOUT_MS / 1000} s`] : []),
    ...(doubled > 0 ? [`${doubled} DOUBLED`] : []),
    ...(strays.length > 0 ? [`${strays.length} errors, first: ${strays[0]}`] : []),
  ];
  return [
    `p50 ${milliseconds(percentile(latencies, 0.5))}, p99 ${milliseconds(percentile(latencies, 0.99))} ms`,
    `${whole(cpu)} µs CPU`,
    faults.length === 0 ? `${whole(sent.size)} sent, each arrived once` : faults.join(', '),
  ].join(' · ');
}

/** Sends at a fixed moment of each second, independent of earlier messages. */
async function talk(
  talker: Talker,
  { offset, turns }: { offset: number; turns: number },
  sent: Map<string, Sent>,
): Promise<void> {
  const start = performance.now() + offset;
  for (let turn = 0; turn < turns; turn += 1) {
    await delay(Math.max(0, start + turn * SEND_INTERVAL_MS - performance.now()));
    const clientMessageId = randomUUID();
    sent.set(clientMessageId, {
      at: performance.now(),
      from: talker,
      arrived: 0,
      isWarmUp: turn < WARM_UP_SECONDS,
    });
    const content = `Is it still there, and would you take ${turn + 5} dollars?`;
    const { socket, conversationId } = talker;
    socket.send(JSON.stringify({ type: 'send_message', conversationId, content, clientMessageId }));
  }
}

/** Waits for the last message, and a little longer to detect duplicates. */
async function allArrived(complete: () => boolean): Promise<void> {
  const until = performance.now() + DELIVERY_TIMEOUT_MS;
  while (!complete() && performance.now() < until) await delay(50);
  await delay(500);
}
