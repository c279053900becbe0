import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { httpLoad } from '../load/http-load.ts';
import { milliseconds, type ReportRow, whole } from '../results/report.ts';
import { median, percentile } from '../results/statistics.ts';
import type { Campuses } from './campuses.ts';
import { nextSender, runLoops, type Target } from './loops.ts';
import { type NoiseKind, noiseAtOnce, type NoiseReport, type NoiseRequest } from './noise-maker.ts';
import { People } from './people.ts';

const ROUNDS = 5;
const ROUND_MS = 4_000;
/** The noise is there before. */
const BEFORE_MS = 1_000;
/** Twenty searches a second. */
const searching = { connections: 4, every: 200 };
/** Four sign-ins a second. */
const signingIn = { loops: 2, every: 500 };
const MAX_RATIO = 2;

/** Milliseconds of what a market's people do quietly. */
type Quiet = { name: string; measure: () => Promise<number[]> };

let asked = 0;
const search = () => {
  asked += 1;
  return `/api/books?search=word${asked}`;
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
  const quiet = { port, host: quietHost };
  const neighbors = await People.signUp(quiet, 'quiet', 20);
  using noise = await NoiseMaker.start({ port, host: noisyHost });
  const searches = { name: 'Searches', measure: () => searchQuietly(quiet) };
  const signIns = {
    name: 'Sign-ins',
    measure: () => runLoops({ ...signingIn, milliseconds: ROUND_MS, task: () => neighbors.signIn() }),
  };
  return [
    // First: the tokens of its senders end after five minutes.
    await compare(searches, 'uploads', noise),
    await compare(searches, 'searches', noise),
    await compare(searches, 'lists', noise),
    await compare(searches, 'sign-ups', noise),
    await compare(signIns, 'sign-ups', noise),
  ];
}

/** The process that makes the noise, so that what is measured does not wait for its work. */
class NoiseMaker implements Disposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The noise has ended: ${code}`);
    });
    this.#ended.catch(() => {});
  }

  static async start(target: Target): Promise<NoiseMaker> {
    const file = new URL('./noise-maker.ts', import.meta.url);
    const maker = new NoiseMaker(fork(file, [JSON.stringify(target)]));
    await maker.#report();
    return maker;
  }

  /** Returns how much of it was served. */
  async make(request: NoiseRequest): Promise<number> {
    this.#child.send(request);
    return (await this.#report())!;
  }

  async #report(): Promise<number | null> {
    const [message] = await Promise.race([once(this.#child, 'message'), this.#ended]);
    return (message as NoiseReport).served;
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

async function searchQuietly({ port, host }: Target): Promise<number[]> {
  const asking = { port, host, sender: nextSender, path: search, milliseconds: ROUND_MS, ...searching };
  return (await httpLoad(asking)).latencies;
}

/** In turn, so that other load on the machine affects both. */
async function compare(quiet: Quiet, kind: NoiseKind, noise: NoiseMaker): Promise<ReportRow> {
  await quiet.measure();
  const [before, during, rates]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    before.push(percentile(await quiet.measure(), 0.95));
    const made = noise.make({ kind, milliseconds: ROUND_MS + BEFORE_MS });
    // What goes wrong first ends the rest.
    made.catch(() => {});
    await delay(BEFORE_MS);
    during.push(percentile(await quiet.measure(), 0.95));
    rates.push((await made) / ((ROUND_MS + BEFORE_MS) / 1_000));
  }
  const [quietly, noisily] = [median(before), median(during)];
  const ratio = noisily / quietly;
  return {
    figure: `${quiet.name} of a market beside one with ${noiseAtOnce[kind]} ${kind} at once, of which ${whole(median(rates))}/s are served · before`,
    measured: `p95 ${milliseconds(noisily)} ms`,
    reference: `p95 ${milliseconds(quietly)} ms`,
    ratio,
    aim: { text: `≤ ${MAX_RATIO}`, met: ratio <= MAX_RATIO },
  };
}
