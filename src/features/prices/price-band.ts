import { conditions, type Condition, type priceRatings } from '#features/books/rules.ts';

/**
 * What copies of one ISBN cost. The method, also in docs/decisions:
 *
 * 1. One price of each seller counts, the newest. From five sellers on, the prices of confirmed sales count
 *    alone: no listing moves them. Free copies have no price.
 * 2. Prices are brought to one condition by `conditionFactors`.
 * 3. Of their logarithms: the median, and as spread the median of the distances from it (MAD), at least
 *    `MIN_SPREAD`. Nothing is assumed beforehand, so that one price, however absurd, moves the result no
 *    further than to the next one.
 * 4. The band is the median and the spread to both sides, in whole steps of the market (dollars), at least one. Of sales, the
 *    median is rounded to a step at least as wide as the distance of its two neighbors, and the spread to
 *    one of `SOLD_SPREADS`: one sale between the others moves the band by at most one step, even when
 *    others were made up around it.
 */

const MIN_COMPARABLE = 3;
/** The fewest sales: prices of fewer ones would reveal a single price. */
const MIN_SALES = 5;

/** The widest step as a share of the median: sales with a wider one are too uncertain. */
const MAX_STEP_SHARE = 0.5;

/** Compared with a good one: a students' book scheme pays 60 % for the best, 50 % and 40 % for the worst. */
export const conditionFactors: Record<Condition, number> = {
  'Like New': 1.2,
  Excellent: 1.1,
  Good: 1,
  Fair: 0.9,
  Poor: 0.8,
};

/** Equal prices still leave 10 % to both sides. */
const MIN_SPREAD = Math.log(1.1);
const SOLD_SPREADS = [MIN_SPREAD, Math.log(1.2), Math.log(1.4)] as const;

/** The steps, as multiples of the market's, that medians of sales are rounded to. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

type PriceBasis = 'sold' | 'listed';

/** A price that a copy had, or has. */
export type PriceSample = {
  basis: PriceBasis;
  /** The mailbox of the seller, or what stands for it. */
  sellerKey: string;
  price: number;
  condition: Condition;
  /** Milliseconds. */
  at: number;
};

/** `sampleSize` is the number of prices of `basis`. */
export type PriceBand = {
  low: number;
  median: number;
  high: number;
  sampleSize: number;
  basis: PriceBasis;
};

type PriceRating = (typeof priceRatings)[number];

/** The band of a copy in this condition, in whole `unit`s; null if too few sellers have had one. */
export function toPriceBand(
  samples: readonly PriceSample[],
  condition: Condition,
  unit: number,
): PriceBand | null {
  const level =
    levelOfSales(goodPrices(samples, 'sold'), unit) ?? levelOfListings(goodPrices(samples, 'listed'));
  if (level === null) return null;
  const toPrice = (good: number) => inWholeSteps(good * conditionFactors[condition], unit);
  return {
    low: toPrice(level.median * Math.exp(-level.spread)),
    median: toPrice(level.median),
    high: toPrice(level.median * Math.exp(level.spread)),
    sampleSize: level.sampleSize,
    basis: level.basis,
  };
}

/** `spread` is that of the logarithm. */
type PriceLevel = Pick<PriceBand, 'median' | 'sampleSize' | 'basis'> & { spread: number };

function levelOfListings(prices: readonly number[]): PriceLevel | null {
  if (prices.length < MIN_COMPARABLE) return null;
  return { ...medianAndSpread(prices), sampleSize: prices.length, basis: 'listed' };
}

/** Null below five sellers, and if the sales disagree too much. Each condition tells the same. */
function levelOfSales(prices: readonly number[], unit: number): PriceLevel | null {
  if (prices.length < MIN_SALES) return null;
  const { median, spread } = medianAndSpread(prices);
  const step = stepOfSales(prices, median, unit);
  if (step === null) return null;
  return {
    median: Math.max(1, Math.round(median / step)) * step,
    spread: SOLD_SPREADS.find((step) => step >= spread) ?? SOLD_SPREADS.at(-1)!,
    sampleSize: prices.length,
    basis: 'sold',
  };
}

/**
 * The step: $1 below $20, $2 below $50, $5 below $100 and so on, where `unit` is a dollar; wider where the prices next to the median
 * are further apart, as a seller who knows these two would read the price between them.
 */
export function stepOfSales(prices: readonly number[], median: number, unit: number): number | null {
  const sorted = prices.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const distance = sorted[Math.ceil(middle) + 1]! - sorted[Math.floor(middle) - 1]!;
  const usual = STEPS.find((step) => median < usualLimit(step) * unit) ?? STEPS.at(-1)!;
  const step = STEPS.find((units) => units >= usual && units * unit >= distance);
  return step === undefined || (step > usual && step * unit > median * MAX_STEP_SHARE) ? null : step * unit;
}

/** The price, in units, at which a step is 5 %, or 4 %. */
const usualLimit = (step: (typeof STEPS)[number]): number => (String(step).startsWith('2') ? 25 : 20) * step;

type Rated = { sellerKey: string; price: number; condition: Condition };

/** How a listing's price compares with those of other sellers. Nothing is too expensive. */
export function ratePrice(
  { sellerKey, price, condition }: Rated,
  samples: readonly PriceSample[],
  unit: number,
): PriceRating | null {
  const band = toPriceBand(excludeListings(samples, sellerKey), condition, unit);
  if (band === null || price > band.high) return null;
  return price <= band.low ? 'great' : 'fair';
}

/** Sales stay: the difference would tell the price of the seller's. */
export const excludeListings = (
  samples: readonly PriceSample[],
  sellerKey: string | undefined,
): PriceSample[] => samples.filter((sample) => sample.basis === 'sold' || sample.sellerKey !== sellerKey);

/** One of each seller, the newest that is not free, as if all copies were good. */
function goodPrices(samples: readonly PriceSample[], basis: PriceBasis): number[] {
  const newest = new Map<string, PriceSample>();
  for (const sample of samples) {
    if (sample.basis !== basis || sample.price <= 0) continue;
    const known = newest.get(sample.sellerKey);
    if (known === undefined || isBefore(known, sample)) newest.set(sample.sellerKey, sample);
  }
  return [...newest.values()].map((sample) => sample.price / conditionFactors[sample.condition]);
}

/** Total, so that the order of the samples does not matter. */
const isBefore = (one: PriceSample, other: PriceSample): boolean =>
  one.at !== other.at
    ? one.at < other.at
    : one.price !== other.price
      ? one.price > other.price
      : conditions.indexOf(one.condition) < conditions.indexOf(other.condition);

export function medianAndSpread(prices: readonly number[]): { median: number; spread: number } {
  const logs = prices.map((price) => Math.log(price));
  const median = medianOf(logs);
  const distances = logs.map((log) => Math.abs(log - median));
  return { median: Math.exp(median), spread: Math.max(medianOf(distances), MIN_SPREAD) };
}

/** The median; the mean of two middle values. A Float64Array sorts numbers without a call for each pair. */
function medianOf(values: readonly number[]): number {
  const sorted = new Float64Array(values).sort();
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

const inWholeSteps = (price: number, unit: number): number => Math.max(1, Math.round(price / unit)) * unit;
