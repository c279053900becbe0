import { setTimeout as delay } from 'node:timers/promises';
import { httpLoad } from '../load/http-load.ts';
import { milliseconds, type ReportRow, whole } from '../results/report.ts';
import { median, percentile } from '../results/statistics.ts';
import type { Campuses } from './campuses.ts';

const ROUNDS = 7;
const ROUND_MS = 4_000;
/** The noise is there before. */
const BEFORE_MS = 1_000;
/** As many requests at once as no campus has. */
const NOISY_CONNECTIONS = 200;
/** Twenty requests a second. */
const quiet = { connections: 4, every: 200 };
const MAX_RATIO = 2;

let asked = 0;
/** Senders of networks that share no limit. */
const sender = () => `${20 + (asked % 180)}.${(asked >> 8) & 255}.${asked & 255}.${(asked * 7) % 250}`;
const search = () => {
  asked += 1;
  return `/api/books?search=word${asked}`;
};

/** A market is asked for as much as it can answer and more, in the process that another market uses. */
export async function measureNoise({ processes, hosts }: Campuses): Promise<ReportRow[]> {
  const { port } = processes[0]!;
  const [noisyHost, quietHost] = hosts as [string, string];
  const askQuietly = async () => {
    const asking = { port, host: quietHost, sender, path: search, milliseconds: ROUND_MS, ...quiet };
    return percentile((await httpLoad(asking)).latencies, 0.95);
  };
  const makeNoise = () =>
    httpLoad({
      port,
      host: noisyHost,
      sender,
      path: search,
      connections: NOISY_CONNECTIONS,
      mayBeRefused: true,
      milliseconds: ROUND_MS + BEFORE_MS,
    });
  await askQuietly();
  const [quietly, noisily, rates]: [number[], number[], number[]] = [[], [], []];
  // In turn, so that other load on the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    quietly.push(await askQuietly());
    const noise = makeNoise();
    await delay(BEFORE_MS);
    noisily.push(await askQuietly());
    const { count, seconds } = await noise;
    rates.push(count / seconds);
  }
  const [before, during] = [median(quietly), median(noisily)];
  const ratio = during / before;
  return [
    {
      figure: `Searches of a market beside one with ${NOISY_CONNECTIONS} at once, of which ${whole(median(rates))}/s are answered · before`,
      measured: `p95 ${milliseconds(during)} ms`,
      reference: `p95 ${milliseconds(before)} ms`,
      ratio,
      aim: { text: `≤ ${MAX_RATIO}`, met: ratio <= MAX_RATIO },
    },
  ];
}
