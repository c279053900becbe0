export type Random = {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** An integer from 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
};

/**
 * Mulberry32: the same numbers on every machine, so that two runs measure the same catalog and the same
 * searches.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { next, below, pick: (from) => from[below(from.length)]! };
}
