import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { seededRandom } from '../load/random.ts';
import { type Arrival, planDay } from './arrivals.ts';
import { Campus } from './campus.ts';
import { type Outcome, Recorder } from './recorder.ts';
import { sampleDatabase } from './database-usage.ts';
import { findLoads, parseMetrics, type Sample } from './saturation.ts';
import type { SimulateArguments } from './simulate-arguments.ts';
import type { SimulationResult } from './simulation-report.ts';
import { UnexpectedStatus } from './student.ts';

/** More at once would only queue in this program; further arrivals count as errors. */
const MAX_UNDERWAY = 5_000;
const SAMPLE_INTERVAL_MS = 1_000;
/** For what is underway at the end of the plan. */
const FINISH_MS = 12_000;

/**
 * Plays a day against a deployment. The arrivals are planned before, and sent at their moments however slow
 * the responses are; latencies count from these moments. `signal` ends it early.
 */
export async function simulate(
  options: SimulateArguments,
  { signal, say }: { signal: AbortSignal; say: (text: string) => void },
): Promise<SimulationResult> {
  const random = seededRandom(options.seed);
  const plan = planDay(random, options);
  const agent = new Agent({ connections: Math.ceil(options.maxConnections / options.urls.length) });
  const recorder = new Recorder();
  using campus = new Campus({ urls: options.urls, agent, signal }, { accounts: options.accounts, random });
  try {
    say(`Signing up ${options.accounts} users …`);
    await campus.prepare();
    say(`Playing ${plan.length} arrivals in ${options.minutes} minutes …`);
    const lag = monitorEventLoopDelay({ resolution: 5 });
    lag.enable();
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    const samples: Sample[] = [];
    const sampling = new AbortController();
    const sampled = sampleAll(options, samples, {
      start,
      signal: AbortSignal.any([signal, sampling.signal]),
    });
    const playedMs = await playPlan(plan, {
      campus,
      recorder,
      start,
      signal,
      endMs: options.minutes * 60_000,
    });
    sampling.abort();
    await sampled;
    lag.disable();
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      features: recorder.results(),
      loads: findLoads(samples),
      playedMs,
      interrupted: signal.aborted,
      own: {
        cpu: (user + system) / 1_000 / (performance.now() - start),
        // The timer of the measurement itself is every five milliseconds.
        lagMs: Math.max(0, lag.percentile(99) / 1e6 - 5),
      },
    };
  } finally {
    await agent.destroy();
  }
}

type Playing = { campus: Campus; recorder: Recorder; start: number; signal: AbortSignal; endMs: number };

/** Returns the milliseconds that were played. */
async function playPlan(plan: readonly Arrival[], playing: Playing): Promise<number> {
  const { start, signal, endMs } = playing;
  const underway = new Set<Promise<void>>();
  for (const arrival of [...plan, undefined]) {
    const wait = start + (arrival?.at ?? endMs) - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted || arrival === undefined) break;
    if (underway.size >= MAX_UNDERWAY) {
      playing.recorder.record(arrival.feature, 0, { failed: 'too many are underway' });
      continue;
    }
    const played = playOne(arrival, playing).finally(() => underway.delete(played));
    underway.add(played);
  }
  const playedMs = Math.min(endMs, performance.now() - start);
  await Promise.race([
    Promise.all(underway),
    delay(FINISH_MS, undefined, { ref: false, signal }).catch(() => {}),
  ]);
  return playedMs;
}

async function playOne(
  { at, feature }: Arrival,
  { campus, recorder, start, signal }: Playing,
): Promise<void> {
  const outcome = await campus.play(feature).then((): Outcome => 'done', outcomeOf);
  // What an interruption cuts off says nothing about the server.
  if (!signal.aborted) recorder.record(feature, performance.now() - start - at, outcome);
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof UnexpectedStatus && error.status === 429) return 'limited';
  const { message, name, cause } = error as Error;
  return { failed: name === 'TimeoutError' ? 'timeout' : cause instanceof Error ? cause.message : message };
}

/** Reads the metrics of all processes, and what the database uses, every second. */
async function sampleAll(
  { urls, metricsToken }: SimulateArguments,
  samples: Sample[],
  { start, signal }: { start: number; signal: AbortSignal },
): Promise<void> {
  const headers: HeadersInit = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
  const readOne = async (url: string) => {
    const timeout = AbortSignal.timeout(SAMPLE_INTERVAL_MS);
    const response = await fetch(`${url}/metrics`, { headers, signal: timeout }).catch(() => undefined);
    if (!response?.ok) return;
    const text = await response.text().catch(() => '');
    samples.push({ at: performance.now() - start, process: url, metrics: parseMetrics(text) });
  };
  while (!signal.aborted) {
    await Promise.all(urls.map(readOne));
    const database = sampleDatabase(performance.now() - start);
    if (database !== null) samples.push(database);
    await delay(SAMPLE_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}
