import { conditions, type Condition } from './rules.ts';

/**
 * What copies of one ISBN cost. The method, also in docs/decisions:
 *
 * 1. One price of each seller counts, the newest. Prices of confirmed sales count from five sellers on, and
 *    then in place of what those sellers ask for. Free copies have no price.
 * 2. Prices are brought to one condition by `conditionFactors`.
 * 3. Of their logarithms: the weighted median, and as spread the weighted median of the distances from it
 *    (MAD), at least `MIN_SPREAD`. Nothing is assumed beforehand, so that one price, however absurd, moves
 *    the result no further than to the next one.
 * 4. The band is the median and the spread to both sides, in whole dollars, at least one.
 */

/** With fewer prices there is no band. */
const MIN_COMPARABLE = 3;
/** With prices of fewer sales, a reader could tell what one of them was. */
const MIN_SALES = 5;

/** A sale tells what a book is worth, a listing what its seller hopes for. Whole, so that sums are exact. */
const weights = { sold: 10, listed: 3 } as const;

/**
 * What a copy in this condition costs, compared with a good one: a students' book scheme pays 60 % of the
 * price of a new copy for the best ones, 50 % for average ones and 40 % for the worst.
 */
export const conditionFactors: Record<Condition, number> = {
  'Like New': 1.2,
  Excellent: 1.1,
  Good: 1,
  Fair: 0.9,
  Poor: 0.8,
};

/** Equal prices still leave 10 % to both sides. */
const MIN_SPREAD = Math.log(1.1);

type PriceBasis = keyof typeof weights;

/** A price that a copy had, or has. */
export type PriceSample = {
  basis: PriceBasis;
  /** The seller, or what stands for one who has left. */
  sellerKey: string;
  /** Cents. */
  price: number;
  condition: Condition;
  /** Milliseconds. */
  at: number;
};

/** In cents. `sampleSize`: the prices of `basis`. */
export type PriceBand = {
  low: number;
  median: number;
  high: number;
  sampleSize: number;
  basis: PriceBasis;
};

export const priceRatings = ['great', 'fair'] as const;
type PriceRating = (typeof priceRatings)[number];

/** The band of a copy in this condition; null if too few sellers have had one. */
export function toPriceBand(samples: readonly PriceSample[], condition: Condition): PriceBand | null {
  const priced = samples.filter(({ price }) => price > 0);
  const sales = pickNewestOfSellers(priced.filter(({ basis }) => basis === 'sold'));
  const listed = pickNewestOfSellers(priced.filter(({ basis }) => basis === 'listed'));
  const basis = sales.length >= MIN_SALES ? 'sold' : 'listed';
  const sellersOfSales = new Set(sales.map(({ sellerKey }) => sellerKey));
  const counted =
    basis === 'sold'
      ? [...sales, ...listed.filter(({ sellerKey }) => !sellersOfSales.has(sellerKey))]
      : listed;
  if (counted.length < MIN_COMPARABLE) return null;

  const logs = counted.map((sample) => ({
    value: Math.log(sample.price / conditionFactors[sample.condition]),
    weight: weights[sample.basis],
  }));
  const median = weightedMedian(logs);
  const distances = logs.map(({ value, weight }) => ({ value: Math.abs(value - median), weight }));
  const spread = Math.max(weightedMedian(distances), MIN_SPREAD);
  const toPrice = (log: number) => {
    const good = Math.exp(log);
    // Rounded before, too: five conditions must not tell a median of sales more exactly than one does.
    return wholeDollars((basis === 'sold' ? wholeDollars(good) : good) * conditionFactors[condition]);
  };
  return {
    low: toPrice(median - spread),
    median: toPrice(median),
    high: toPrice(median + spread),
    sampleSize: basis === 'sold' ? sales.length : listed.length,
    basis,
  };
}

type Rated = { sellerId: string; price: number; condition: Condition };

/**
 * How a listing's price compares with others; what its seller asks for is left out. Nothing is too expensive.
 */
export function ratePrice(
  { sellerId, price, condition }: Rated,
  samples: readonly PriceSample[],
): PriceRating | null {
  const band = toPriceBand(withoutListingsOf(samples, sellerId), condition);
  if (band === null || price > band.high) return null;
  return price <= band.low ? 'great' : 'fair';
}

/** Sales stay: the difference would tell the price of the seller's. */
export const withoutListingsOf = (
  samples: readonly PriceSample[],
  sellerId: string | undefined,
): PriceSample[] => samples.filter((sample) => sample.basis === 'sold' || sample.sellerKey !== sellerId);

function pickNewestOfSellers(samples: readonly PriceSample[]): PriceSample[] {
  const newest = new Map<string, PriceSample>();
  for (const sample of samples) {
    const known = newest.get(sample.sellerKey);
    if (known === undefined || isBefore(known, sample)) newest.set(sample.sellerKey, sample);
  }
  return [...newest.values()];
}

/** Total, so that the order of the samples does not matter. */
const isBefore = (one: PriceSample, other: PriceSample): boolean =>
  one.at !== other.at
    ? one.at < other.at
    : one.price !== other.price
      ? one.price > other.price
      : conditions.indexOf(one.condition) < conditions.indexOf(other.condition);

type Weighted = { value: number; weight: number };

/** Where half of the weight is on each side; between two values their mean. */
function weightedMedian(values: readonly Weighted[]): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    below += weight;
    if (2 * below > total) return value;
    if (2 * below === total) return (value + sorted[index + 1]!.value) / 2;
  }
  throw new Error('No values');
}

const wholeDollars = (cents: number): number => Math.max(1, Math.round(cents / 100)) * 100;
