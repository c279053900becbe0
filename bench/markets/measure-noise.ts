import { setTimeout as delay } from 'node:timers/promises';
import { httpLoad } from '../load/http-load.ts';
import { milliseconds, type ReportRow, whole } from '../results/report.ts';
import { median, percentile } from '../results/statistics.ts';
import type { Campuses } from './campuses.ts';
import { nextSender, runLoops, type Target } from './loops.ts';
import { People } from './people.ts';

const ROUNDS = 5;
const ROUND_MS = 4_000;
/** The noise is there before. */
const BEFORE_MS = 1_000;
/** As many requests at once as no campus has. */
const NOISY_CONNECTIONS = 200;
const NOISY_SIGN_UPS = 40;
const NOISY_UPLOADS = 16;
/** Twenty searches a second. */
const searching = { connections: 4, every: 200 };
/** Four sign-ins a second. */
const signingIn = { loops: 2, every: 500 };
const MAX_RATIO = 2;

/** Milliseconds of what a market's people do quietly. */
type Quiet = { name: string; measure: () => Promise<number[]> };
/** Returns how much of it was served. */
type Noise = { name: string; make: (milliseconds: number) => Promise<number> };

let asked = 0;
const search = () => {
  asked += 1;
  return `/api/books?search=word${asked}`;
};
const filteredList = () => {
  asked += 1;
  return `/api/books?minPrice=${asked}`;
};

/** Two campuses in one process. */
export async function measureNoiseAlone(open: () => Promise<Campuses>): Promise<ReportRow[]> {
  await using campuses = await open();
  await campuses.create(2);
  await campuses.startProcess();
  const rows = await measureNoise(campuses);
  return rows;
}

/** A market is asked for as much as it can answer and more, in the process that another market uses. */
export async function measureNoise({ processes, hosts }: Campuses): Promise<ReportRow[]> {
  const { port } = processes[0]!;
  const [noisyHost, quietHost] = hosts as [string, string];
  const noisy = { port, host: noisyHost };
  const quiet = { port, host: quietHost };
  const neighbors = await People.signUp(quiet, 'quiet', 20);
  const flooding = await People.signUp(noisy, 'noisy', NOISY_UPLOADS);
  const searches = { name: 'Searches', measure: () => searchQuietly(quiet) };
  const signIns = {
    name: 'Sign-ins',
    measure: () => runLoops({ ...signingIn, milliseconds: ROUND_MS, task: () => neighbors.signIn() }),
  };
  const signUps = {
    name: `${NOISY_SIGN_UPS} sign-ups`,
    make: (ms: number) => count({ loops: NOISY_SIGN_UPS, milliseconds: ms, task: () => flooding.addOne() }),
  };
  const uploads = {
    name: `${NOISY_UPLOADS} uploads`,
    make: (ms: number) =>
      count({ loops: NOISY_UPLOADS, milliseconds: ms, task: (at) => flooding.upload(at) }),
  };
  const rows = [
    await compare(searches, { name: `${NOISY_CONNECTIONS} searches`, make: flood(noisy, search) }),
    await compare(searches, { name: `${NOISY_CONNECTIONS} lists`, make: flood(noisy, filteredList) }),
    await compare(searches, signUps),
    await compare(signIns, signUps),
  ];
  await flooding.prepareUploads();
  return [...rows, await compare(searches, uploads)];
}

async function searchQuietly({ port, host }: Target): Promise<number[]> {
  const asking = { port, host, sender: nextSender, path: search, milliseconds: ROUND_MS, ...searching };
  return (await httpLoad(asking)).latencies;
}

const flood =
  ({ port, host }: Target, path: () => string): Noise['make'] =>
  async (ms) => {
    const load = { port, host, sender: nextSender, path, connections: NOISY_CONNECTIONS, milliseconds: ms };
    return (await httpLoad({ ...load, mayBeRefused: true })).count;
  };

const count = async (loop: Parameters<typeof runLoops>[0]) => (await runLoops(loop)).length;

/** In turn, so that other load on the machine affects both. */
async function compare(quiet: Quiet, noise: Noise): Promise<ReportRow> {
  await quiet.measure();
  const [before, during, rates]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    before.push(percentile(await quiet.measure(), 0.95));
    const made = noise.make(ROUND_MS + BEFORE_MS);
    // What goes wrong first ends the rest.
    made.catch(() => {});
    await delay(BEFORE_MS);
    during.push(percentile(await quiet.measure(), 0.95));
    rates.push((await made) / ((ROUND_MS + BEFORE_MS) / 1_000));
  }
  const [quietly, noisily] = [median(before), median(during)];
  const ratio = noisily / quietly;
  return {
    figure: `${quiet.name} of a market beside one with ${noise.name} at once, of which ${whole(median(rates))}/s are served · before`,
    measured: `p95 ${milliseconds(noisily)} ms`,
    reference: `p95 ${milliseconds(quietly)} ms`,
    ratio,
    aim: { text: `≤ ${MAX_RATIO}`, met: ratio <= MAX_RATIO },
  };
}
