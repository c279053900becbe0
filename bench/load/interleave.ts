import { median, percentile } from '../results/statistics.ts';

/** The result of one round of load; latencies in milliseconds. */
export type Load = { count: number; seconds: number; latencies: number[] };

export type Side = {
  run: (milliseconds: number) => Promise<Load>;
  /** CPU time of the measured process so far, in microseconds. */
  cpu?: () => Promise<number>;
};

export type Measured = {
  perSecond: number;
  /** Microseconds of CPU per request; undefined if it was not measured. */
  cpu: number | undefined;
  p50: number;
  p95: number;
};

export type Pace = { rounds: number; milliseconds: number };

/**
 * Alternates the product and its reference, so that other load on the machine affects both. Medians over the
 * rounds. The first round of each is a warm-up.
 */
export async function interleave(product: Side, reference: Side, { rounds, milliseconds }: Pace) {
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  await product.run(milliseconds / 2);
  await reference.run(milliseconds / 2);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await oneRound(product, milliseconds));
    theirs.push(await oneRound(reference, milliseconds));
  }
  return { product: summary(ours), reference: summary(theirs) };
}

type Round = Load & { cpu: number | undefined };

async function oneRound({ run, cpu }: Side, milliseconds: number): Promise<Round> {
  const before = await cpu?.();
  const load = await run(milliseconds);
  const after = await cpu?.();
  return {
    ...load,
    cpu: before === undefined || after === undefined ? undefined : (after - before) / load.count,
  };
}

function summary(rounds: Round[]): Measured {
  const latencies = rounds.flatMap((round) => round.latencies);
  const costs = rounds.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]));
  return {
    perSecond: median(rounds.map(({ count, seconds }) => count / seconds)),
    cpu: costs.length === 0 ? undefined : median(costs),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
  };
}
