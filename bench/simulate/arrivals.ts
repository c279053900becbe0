import type { Random } from '../load/random.ts';
import { type Feature, features, peakRate, rateAt } from './day-model.ts';

/** `at`: milliseconds after the start. */
export type Arrival = { at: number; feature: Feature };

type Rate = { at: (ms: number) => number; peak: number; durationMs: number };

/**
 * The moments of a Poisson process whose rate changes (arrivals a second, at most `peak`), by thinning: those
 * of a constant rate, of which the others are left out by chance.
 */
export function* poissonMoments(random: Random, { at, peak, durationMs }: Rate): Generator<number> {
  if (peak <= 0) return;
  for (let now = 0; ;) {
    now += (-Math.log(1 - random.next()) / peak) * 1_000;
    if (now >= durationMs) return;
    if (random.next() * peak < at(now)) yield now;
  }
}

type Day = { multiple: number; termStart: boolean; minutes: number };

/**
 * All arrivals of a day in order of time. The day passes in `minutes`: its hours are shorter, but at each of
 * them the arrivals come as fast as they would.
 */
export function planDay(random: Random, { minutes, ...day }: Day): Arrival[] {
  const durationMs = minutes * 60_000;
  return features
    .flatMap((feature) =>
      [
        ...poissonMoments(random, {
          at: (ms) => rateAt(feature, ms / durationMs, day),
          peak: peakRate(feature, day),
          durationMs,
        }),
      ].map((at) => ({ at, feature })),
    )
    .toSorted((one, other) => one.at - other.at);
}
