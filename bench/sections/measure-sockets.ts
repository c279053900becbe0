import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '../bench-arguments.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { Chatter, type Posted } from '../load/chatter.ts';
import { socketsWithinFileLimit } from '../load/open-files.ts';
import { SocketCrowd } from '../load/socket-crowd.ts';
import { openPair, openSocket, sellersOf } from '../load/talkers.ts';
import { below, milliseconds, type ReportRow, whole } from '../results/report.ts';
import { median, percentile } from '../results/statistics.ts';
import { MeasuredProcess } from '../servers/measured-process.ts';

/** More than the sockets: those that close count until they are gone. */
const MAX_SOCKETS = 25_000;
/** Refused statements of a storm are counted here, not logged. */
const LOG_LEVEL = 'fatal';
/** After many sockets have closed. */
const SETTLING_MS = 2_000;
const IDLE_MS = 31_000;
const PAIRS = 50;
const SEND_INTERVAL_MS = 2_000;
/** Messages flow before the storm, and after its end. */
const CALM_MS = 5_000;
const STORM_LIMIT_MS = 120_000;
const MAX_SENT_AWAY = 2;
/** Of the processor time of a return: the library verifies no token and reads no session. */
const RETURN_CPU_AIM_RATIO = 6;
const MISSED = 1_000;
const RETURNS = 5;
const RETURN_AIM_MS = 1_000;

type Options = {
  engine: Engine;
  wanted: number;
  profileDir: string | undefined;
  progress: (text: string) => void;
};

/** Many idle sockets of one process, a reconnect storm of all of them, and a user who was away. */
export async function measureSockets({
  engine,
  wanted,
  profileDir,
  progress,
}: Options): Promise<ReportRow[]> {
  const count = socketsWithinFileLimit(wanted);
  if (count < wanted) progress(`  ${count} sockets only: raise the limit of open files (ulimit -n)`);
  await using market = await openBenchEnvironment({
    engine,
    size: { books: 2_000, sellers: count, boosted: 5 },
    pace: { rounds: 1, milliseconds: 1 },
    profileDir,
    variables: { MAX_SOCKETS: String(MAX_SOCKETS), LOG_LEVEL },
    progress,
  });
  const tokens = await Promise.all(Array.from({ length: count }, (_, index) => market.tokenOf(index)));
  progress('  the library alone …');
  const bare = await measureBare(tokens);
  progress('  the product …');
  const before = await warm(market, tokens);
  const connectCpu = -(await market.server.cpu());
  using crowd = await SocketCrowd.gather(market.port, tokens);
  const connected = (connectCpu + (await market.server.cpu())) / count;
  const after = await market.server.usage({ collected: true });
  progress('  silence …');
  const idleCpu = await idle(market);
  progress('  the storm …');
  const memory = memoryRow(count, memoryPerSocket(before, after, count), bare.memory);
  // The rest takes minutes on a busy machine.
  progress(`  ${memory.measured}; ws alone: ${memory.reference}`);
  return [
    memory,
    {
      figure: `${whole(count)} sockets: a connection, and a minute of silence`,
      measured: `${whole(connected)} µs CPU, ${whole((idleCpu / count) * (60_000 / IDLE_MS))} µs CPU`,
    },
    ...(await measureStorm(market, crowd, bare)),
    await measureReturn(market),
  ];
}

type Memory = { rss: number; heap: number };

const memoryPerSocket = (before: Memory, after: Memory, count: number): Memory => ({
  rss: (after.rss - before.rss) / count,
  heap: (after.heap - before.heap) / count,
});

/** All code has run, and the users exist. */
async function warm(market: BenchEnvironment, tokens: readonly string[]): Promise<Memory> {
  using crowd = await SocketCrowd.gather(market.port, tokens.slice(0, Math.ceil(tokens.length / 20)));
  crowd[Symbol.dispose]();
  await delay(SETTLING_MS);
  return market.server.usage({ collected: true });
}

type Bare = {
  memory: Memory;
  /** Of the return of one socket, in microseconds. */
  returnCpu: number;
};

async function measureBare(tokens: readonly string[]): Promise<Bare> {
  await using server = await MeasuredProcess.start<{ port: number }>({
    program: 'socket-baseline-server.ts',
    settings: {},
  });
  const first = await SocketCrowd.gather(server.ready.port, tokens.slice(0, Math.ceil(tokens.length / 20)));
  first[Symbol.dispose]();
  await delay(SETTLING_MS);
  const before = await server.usage({ collected: true });
  using crowd = await SocketCrowd.gather(server.ready.port, tokens);
  const memory = memoryPerSocket(before, await server.usage({ collected: true }), tokens.length);
  const cpuBefore = await server.cpu();
  await crowd.storm(STORM_LIMIT_MS);
  return { memory, returnCpu: ((await server.cpu()) - cpuBefore) / tokens.length };
}

/** CPU of all sockets in a while without messages, in microseconds. */
async function idle(market: BenchEnvironment): Promise<number> {
  const before = await market.server.cpu();
  await delay(IDLE_MS);
  return (await market.server.cpu()) - before;
}

function memoryRow(count: number, ours: Memory, bare: Memory): ReportRow {
  const kilobytes = ({ heap, rss }: Memory) =>
    `${(heap / 1024).toFixed(1)} KB of JavaScript, ${(rss / 1024).toFixed(1)} KB RSS each`;
  return {
    figure: `${whole(count)} idle sockets · ws alone`,
    measured: kilobytes(ours),
    reference: kilobytes(bare),
    ratio: ours.heap / bare.heap,
  };
}

/** All sockets break at once while fifty pairs chat. Compared with the return to `ws` alone. */
async function measureStorm(market: BenchEnvironment, crowd: SocketCrowd, bare: Bare): Promise<ReportRow[]> {
  const count = crowd.refused.length;
  const chatters = await openChatters(market);
  let isOver = false;
  const talking = chatters.map((chatter, index) =>
    chatter.talk({
      offset: (index / chatters.length) * SEND_INTERVAL_MS,
      intervalMs: SEND_INTERVAL_MS,
      until: () => isOver,
    }),
  );
  await delay(CALM_MS);
  const cpuBefore = await market.server.cpu();
  const [back] = await Promise.all([
    crowd.storm(STORM_LIMIT_MS),
    ...chatters.map((chatter) => chatter.reconnect()),
  ]);
  const cpu = (await market.server.cpu()) - cpuBefore;
  await delay(CALM_MS);
  isOver = true;
  await Promise.all(talking);
  const faults = await findFaults(chatters);
  const latencies = chatters.flatMap((chatter) => chatter.latencies);
  for (const chatter of chatters) chatter.leave();
  const last = back.length < count ? Infinity : percentile(back, 1);
  const refused = crowd.refused.reduce((sum, one) => sum + one, 0);
  const most = Math.max(...crowd.refused);
  const ratio = cpu / count / bare.returnCpu;
  return [
    {
      figure: `${whole(count)} sockets break at once: until they are back · ws alone`,
      measured: `p50 ${milliseconds(percentile(back, 0.5))}, all after ${milliseconds(last)} ms · ${whole(cpu / count)} µs CPU each · ${whole(refused)} sent away, none more than ${most} times`,
      reference: `${whole(bare.returnCpu)} µs CPU each`,
      ratio,
      aim: {
        text: `≤ ${RETURN_CPU_AIM_RATIO} in CPU, all back, none sent away more than ${MAX_SENT_AWAY} times`,
        met: ratio <= RETURN_CPU_AIM_RATIO && last < STORM_LIMIT_MS && most <= MAX_SENT_AWAY,
      },
    },
    {
      figure: `Messages of ${PAIRS} pairs meanwhile, from the planned moment to delivery`,
      measured: `p50 ${milliseconds(percentile(latencies, 0.5))}, p99 ${milliseconds(percentile(latencies, 0.99))} ms · ${faults === '' ? `${whole(latencies.length)} sent, nothing lost` : faults}`,
      aim: { text: 'nothing lost', met: faults === '' },
    },
  ];
}

async function openChatters(market: BenchEnvironment): Promise<Chatter[]> {
  const people = sellersOf(market);
  const chatters: Chatter[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const talkers = await openPair(market, { seller: people[pair]!, buyer: people[PAIRS + pair]! });
    const posted: Posted = new Map();
    chatters.push(...talkers.map((talker) => new Chatter(market.port, talker, posted)));
  }
  return chatters;
}

/** Waits until both sides of each pair have everything; says what is missing or differs, or nothing. */
async function findFaults(chatters: readonly Chatter[]): Promise<string> {
  const until = performance.now() + STORM_LIMIT_MS;
  const isComplete = () =>
    chatters.every(
      (chatter, index) =>
        chatter.isSettled &&
        chatter.completeSeq === chatter.received.size &&
        chatter.received.size === chatters[index ^ 1]!.received.size,
    );
  while (!isComplete() && performance.now() < until) await delay(50);
  if (!isComplete()) {
    const incomplete = chatters.filter((one) => one.completeSeq < one.received.size || !one.isSettled);
    return `MESSAGES ARE MISSING at ${incomplete.length} of ${chatters.length}`;
  }
  const differs = chatters.some((chatter, index) =>
    [...chatter.received].some(([seq, id]) => chatters[index ^ 1]!.received.get(seq) !== id),
  );
  const isDoubled = chatters.some(({ received }) => new Set(received.values()).size < received.size);
  return differs ? 'THE TWO SIDES DIFFER' : isDoubled ? 'MESSAGES ARE STORED TWICE' : '';
}

/** A user comes back after a thousand messages: from the connection to the last of them. */
async function measureReturn(market: BenchEnvironment): Promise<ReportRow> {
  const people = sellersOf(market).slice(2 * PAIRS);
  const [buyer, seller] = await openPair(market, { seller: people[0]!, buyer: people[1]! });
  buyer.socket.terminate();
  const posted: Posted = new Map();
  const writing = new Chatter(market.port, seller, posted);
  let count = 0;
  await writing.talk({ offset: 0, intervalMs: 2, until: () => (count += 1) > MISSED });
  while (!writing.isSettled) await delay(20);
  const times: number[] = [];
  for (let turn = 0; turn < RETURNS; turn += 1) {
    const start = performance.now();
    const socket = await openSocket(market.port, buyer.token);
    const reading = new Chatter(market.port, { ...buyer, socket }, posted);
    reading.resume();
    while (reading.completeSeq < MISSED) await delay(1);
    times.push(performance.now() - start);
    reading.leave();
  }
  writing.leave();
  const time = median(times);
  return {
    figure: `A user back after ${whole(MISSED)} messages: from the connection to the last message`,
    measured: `${milliseconds(time)} ms`,
    aim: below(time, RETURN_AIM_MS, 'ms'),
  };
}
