import { setTimeout as delay } from 'node:timers/promises';
import { httpLoad } from '../load/http-load.ts';
import { milliseconds, type ReportRow, whole } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';
import type { Campuses } from './campuses.ts';

const ROUND_MS = 10_000;
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
  const askQuietly = async () =>
    httpLoad({ port, host: quietHost, sender, path: search, milliseconds: ROUND_MS, ...quiet });
  await askQuietly();
  const before = percentile((await askQuietly()).latencies, 0.95);
  const noise = httpLoad({
    port,
    host: noisyHost,
    sender,
    path: search,
    connections: NOISY_CONNECTIONS,
    mayBeRefused: true,
    milliseconds: ROUND_MS + 2_000,
  });
  await delay(1_000);
  const during = percentile((await askQuietly()).latencies, 0.95);
  const { count, seconds, refused } = await noise;
  const ratio = during / before;
  return [
    {
      figure: `Searches of a market beside one that answers ${whole(count / seconds)}/s and refuses ${whole(refused / seconds)}/s · before`,
      measured: `p95 ${milliseconds(during)} ms`,
      reference: `p95 ${milliseconds(before)} ms`,
      ratio,
      aim: { text: `≤ ${MAX_RATIO}`, met: ratio <= MAX_RATIO },
    },
  ];
}
