import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerMessage } from '#features/live/contract.ts';
import { WebSocket } from 'ws';
import type { BenchEnvironment } from '../bench-environment.ts';
import { below, milliseconds, whole, type ReportRow } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';

const PAIRS = 200;
const DURATION_SECONDS = 20;
/** Warm-up messages whose latencies do not count: code and statements are compiled at their first use. */
const WARM_UP_SECONDS = 3;
const SEND_INTERVAL_MS = 1_000;
const DELIVERY_TIMEOUT_MS = 10_000;
const P99_AIM_MS = 20;

/** State of one message: when it was sent, and how often it was received. */
type Sent = { at: number; from: Talker; arrived: number; isWarmUp: boolean };
type Talker = { socket: WebSocket; conversationId: string };

/**
 * Two hundred pairs in which each user sends once per second, at different moments. Measures from sending to
 * the other user's `new_message`.
 */
export async function measureMessages(market: BenchEnvironment): Promise<ReportRow[]> {
  const sent = new Map<string, Sent>();
  const latencies: number[] = [];
  const strays: string[] = [];
  const talkers: Talker[] = [];
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
    // One book of each seller.
    const people = [...new Set(market.catalog.books.map((book) => book.seller))];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      talkers.push(...(await openPair(market, { seller: people[pair]!, buyer: people[PAIRS + pair]! })));
    }
    for (const talker of talkers) talker.socket.on('message', hear(talker));
    const cpuBefore = await market.server.cpu();
    await Promise.all(
      talkers.map((talker, index) => talk(talker, (index / talkers.length) * SEND_INTERVAL_MS, sent)),
    );
    await allArrived(() => latencies.length >= talkers.length * DURATION_SECONDS);
    const cpu = ((await market.server.cpu()) - cpuBefore) / sent.size;
    return [rowOf(sent, latencies, strays, cpu)];
  } finally {
    for (const { socket } of talkers) socket.terminate();
  }
}

function rowOf(sent: Map<string, Sent>, latencies: number[], strays: string[], cpu: number): ReportRow {
  const lost = [...sent.values()].filter(({ arrived }) => arrived === 0).length;
  const doubled = [...sent.values()].filter(({ arrived }) => arrived > 1).length;
  const faults = [
    ...(lost > 0 ? [`${lost} NOT ARRIVED within ${DELIVERY_TIMEOUT_MS / 1000} s`] : []),
    ...(doubled > 0 ? [`${doubled} DOUBLED`] : []),
    ...(strays.length > 0 ? [`${strays.length} errors, first: ${strays[0]}`] : []),
  ];
  const p99 = percentile(latencies, 0.99);
  const aim = below(p99, P99_AIM_MS, 'ms p99, each once');
  return {
    figure: `Message, send to delivery, ${PAIRS} pairs at 1/s each`,
    measured: [
      `p50 ${milliseconds(percentile(latencies, 0.5))}, p99 ${milliseconds(p99)} ms`,
      `${whole(cpu)} µs CPU`,
      faults.length === 0 ? `${whole(sent.size)} sent, each arrived once` : faults.join(', '),
    ].join(' · '),
    aim: { ...aim, met: aim.met && faults.length === 0 },
  };
}

/** A buyer and a seller with a conversation and a socket each. */
async function openPair(
  market: BenchEnvironment,
  people: { buyer: number; seller: number },
): Promise<Talker[]> {
  const origin = `http://127.0.0.1:${market.port}`;
  const tokens = [await market.tokenOf(people.buyer), await market.tokenOf(people.seller)] as const;
  const books = await call(`${origin}/api/books/user/${await ownId(origin, tokens[1])}?limit=1`, tokens[0]);
  const { id: conversationId } = (await call(`${origin}/api/conversations`, tokens[0], {
    bookId: books[0].id,
  })) as { id: string };
  return Promise.all(
    tokens.map(async (token) => ({ conversationId, socket: await openSocket(market.port, token) })),
  );
}

async function ownId(origin: string, token: string): Promise<string> {
  return ((await call(`${origin}/api/users/sync`, token, {})) as { id: string }).id;
}

// oxlint-disable-next-line typescript/no-explicit-any -- whoever asks knows what comes back
async function call(address: string, token: string, body?: object): Promise<any> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

function openSocket(port: number, token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.once('error', reject);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    socket.once('message', (data) => {
      const said = JSON.parse(String(data)) as ServerMessage;
      if (said.type === 'auth_success') resolve(socket);
      else reject(new Error(`The socket returned ${String(data)}`));
    });
  });
}

/** Sends at a fixed moment of each second, independent of earlier messages. */
async function talk(talker: Talker, offset: number, sent: Map<string, Sent>): Promise<void> {
  const start = performance.now() + offset;
  for (let turn = 0; turn < WARM_UP_SECONDS + DURATION_SECONDS; turn += 1) {
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
