import { median, percentile } from '../results/statistics.ts';

/** What one round of load brought; latencies in milliseconds. */
export type Load = { count: number; seconds: number; latencies: number[] };

export type Side = {
  run: (milliseconds: number) => Promise<Load>;
  /** CPU time of the measured process so far, in microseconds. */
  cpu?: () => Promise<number>;
};

export type Measured = {
  perSecond: number;
  /** Microseconds of CPU for each; undefined where nobody counted. */
  cpu: number | undefined;
  p50: number;
  p95: number;
};

export type Pace = { rounds: number; milliseconds: number };

/**
 * The product and its reference in turns, so that whatever else the machine does meets both; medians over the rounds. The first
 * turn of each only warms up.
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
