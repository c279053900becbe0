import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from './price-band.ts';
import { conditionFactors, medianAndSpread, type PriceSample } from './price-band.ts';
import { type Condition, conditions } from '#features/books/rules.ts';

/** A market that counts in dollars. */
const DOLLAR = 100;
const toPriceBand = (samples: readonly PriceSample[], condition: Condition) =>
  rules.toPriceBand(samples, condition, DOLLAR);
const ratePrice = (rated: Parameters<typeof rules.ratePrice>[0], samples: readonly PriceSample[]) =>
  rules.ratePrice(rated, samples, DOLLAR);
const stepOfSales = (prices: readonly number[], median: number) => rules.stepOfSales(prices, median, DOLLAR);

const listedAt = (prices: readonly number[], changes: Partial<PriceSample> = {}): PriceSample[] =>
  prices.map((price, index) => ({
    basis: 'listed',
    sellerKey: `seller ${index}`,
    price,
    condition: 'Good',
    at: index,
    ...changes,
  }));
const soldAt = (prices: readonly number[]) => listedAt(prices, { basis: 'sold' });

describe('the price band', () => {
  it('is the median and the spread around it, in whole dollars', () => {
    expect(toPriceBand(listedAt([1_800, 2_200, 2_650]), 'Good')).toEqual({
      low: 1_800,
      median: 2_200,
      high: 2_700,
      sampleSize: 3,
      basis: 'listed',
    });
    expect(toPriceBand(listedAt([1_000, 2_000, 3_000, 4_000]), 'Good')).toMatchObject({ median: 2_400 });
  });

  it('is null for fewer than three sellers', () => {
    expect(toPriceBand([], 'Good')).toBeNull();
    expect(toPriceBand(listedAt([1_800, 2_200]), 'Good')).toBeNull();
    expect(toPriceBand(listedAt([1_800, 2_200, 2_600, 3_000], { sellerKey: 'one' }), 'Good')).toBeNull();
    expect(toPriceBand(listedAt([1_800, 2_200, 0]), 'Good')).toBeNull();
  });

  it('brings prices to the asked condition', () => {
    const good = listedAt([2_000, 2_000, 2_000]);
    expect(conditions.map((condition) => toPriceBand(good, condition)!.median)).toEqual([
      2_400, 2_200, 2_000, 1_800, 1_600,
    ]);
    const likeNew = listedAt([2_400, 2_400, 2_400], { condition: 'Like New' });
    expect(toPriceBand(likeNew, 'Poor')).toEqual(toPriceBand(good, 'Poor'));
  });

  it('leaves 10 % to both sides of equal prices, and is never below a dollar', () => {
    expect(toPriceBand(listedAt([5_000, 5_000, 5_000]), 'Good')).toMatchObject({ low: 4_500, high: 5_500 });
    expect(toPriceBand(listedAt([20, 20, 20]), 'Good')).toMatchObject({ low: 100, median: 100, high: 100 });
  });

  it('uses sales from five sellers on, and then no asked prices', () => {
    const asked = listedAt([4_000, 4_000, 4_000, 4_000], { at: 9 }).map((sample, index) => ({
      ...sample,
      sellerKey: `other ${index}`,
    }));
    const four = soldAt([2_000, 2_000, 2_000, 2_000]);
    expect(toPriceBand([...asked, ...four], 'Good')).toMatchObject({
      median: 4_000,
      sampleSize: 4,
      basis: 'listed',
    });
    expect(toPriceBand(four, 'Good')).toBeNull();
    expect(toPriceBand([...asked, ...soldAt([2_000, 2_000, 2_000, 2_000, 2_000])], 'Good')).toMatchObject({
      median: 2_000,
      sampleSize: 5,
      basis: 'sold',
    });
  });

  it('counts a sale in place of what its seller asks for', () => {
    const sales = soldAt([2_000, 2_000, 2_000, 2_000, 2_000]);
    const asked = listedAt([9_900, 9_900, 9_900, 9_900, 9_900], { at: 9 });
    expect(toPriceBand([...asked, ...sales], 'Good')).toEqual(toPriceBand(sales, 'Good'));
  });

  it('rounds the median of sales to steps, wider ones if the sales differ', () => {
    const median = (prices: readonly number[]) => toPriceBand(soldAt(prices), 'Good')?.median;
    const equal = (dollars: number) => median(Array(5).fill(dollars * 100));
    expect([7, 19, 23, 49, 52, 99, 113, 287].map(equal)).toEqual([
      700, 1_900, 2_400, 5_000, 5_000, 10_000, 11_000, 28_000,
    ]);
    expect(median([2_000, 2_100, 2_300, 2_500, 2_600])).toBe(2_500);
    expect(median([100, 2_100, 2_300, 2_200, 99_900])).toBe(2_200);
  });

  it('uses no sales that disagree, among which the one in the middle would be told', () => {
    const asked = listedAt([4_000, 4_000, 4_000]).map((sample) => ({
      ...sample,
      sellerKey: `other ${sample.at}`,
    }));
    for (const victim of [1_800, 2_600, 5_200, 9_000]) {
      const sales = soldAt([100, 100, victim, 999_900, 999_900]);
      expect(toPriceBand(sales, 'Good')).toBeNull();
      expect(toPriceBand([...asked, ...sales], 'Good')).toMatchObject({ median: 4_000, basis: 'listed' });
    }
  });

  it('tells of sales the same whole dollars in each condition', () => {
    const sales = soldAt([2_031, 2_032, 2_033, 2_034, 2_035]);
    for (const condition of conditions)
      expect(toPriceBand(sales, condition)!.median).toBe(Math.round(20 * conditionFactors[condition]) * 100);
  });
});

describe('the rating of a price', () => {
  const others = listedAt([1_800, 2_200, 2_650]);
  const rate = (price: number) => ratePrice({ sellerKey: 'me', price, condition: 'Good' }, others);

  it('is great up to the low end, fair up to the high end, and absent above', () => {
    expect([0, 1_800, 1_801, 2_700, 2_701].map(rate)).toEqual(['great', 'great', 'fair', 'fair', null]);
  });

  it('leaves out what the seller asks for, not what they have sold', () => {
    const own = listedAt([9_900, 9_900], { sellerKey: 'me', at: 9 });
    const book = { sellerKey: 'me', price: 1_800, condition: 'Good' } as const;
    expect(ratePrice(book, [...others, ...own])).toBe('great');
    expect(ratePrice(book, [...others.slice(1), ...own])).toBeNull();
    const sales = soldAt([2_000, 2_000, 2_000, 2_000, 2_000]);
    expect(ratePrice({ ...book, sellerKey: 'seller 0' }, sales)).toBe('great');
  });
});

const price = fc.integer({ min: 1, max: 999_999 });
const condition = fc.constantFrom(...conditions);
const samples = (basis: PriceSample['basis'], minLength: number) =>
  fc
    .array(fc.record({ price, condition }), { minLength, maxLength: 12 })
    .map((all) => all.map((one, at): PriceSample => ({ ...one, basis, sellerKey: `${basis} ${at}`, at })));
const mixed = fc.tuple(samples('listed', 3), samples('sold', 0)).map((both) => both.flat());

/** The price in the requested condition, Good. */
const answered = (sample: PriceSample): number => sample.price / conditionFactors[sample.condition];
/** Prices are rounded to whole dollars, and to at least one. */
const ROUNDING = 100;

/** The prices next to the median. */
function neighbors(all: readonly PriceSample[]): { below: number; above: number } {
  const values = all.map(answered).toSorted((one, other) => one - other);
  const middle = (values.length - 1) / 2;
  return { below: values[Math.max(0, Math.floor(middle) - 1)]!, above: values[Math.ceil(middle) + 1]! };
}

describe('any prices', () => {
  it('give the same band in every order', () => {
    fc.assert(
      fc.property(
        mixed.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        condition,
        ([all, shuffled], asked) => {
          expect(toPriceBand(shuffled, asked)).toEqual(toPriceBand(all, asked));
        },
      ),
    );
  });

  it('count once for each seller, the newest', () => {
    fc.assert(
      fc.property(mixed, fc.array(price, { maxLength: 30 }), condition, (all, older, asked) => {
        const [first] = all;
        const repeated = older.map((one, index) => ({ ...first!, price: one, at: -1 - index }));
        expect(toPriceBand([...repeated, ...all], asked)).toEqual(toPriceBand(all, asked));
      }),
    );
  });

  it('give a band in whole dollars, in order, within all prices', () => {
    fc.assert(
      fc.property(mixed, (all) => {
        const { low, median, high } = toPriceBand(all, 'Good')!;
        expect([low, median, high].map((cents) => cents % 100)).toEqual([0, 0, 0]);
        expect([low, median, high]).toEqual([low, median, high].toSorted((one, other) => one - other));
        const values = all.map(answered);
        expect(median).toBeGreaterThanOrEqual(Math.min(...values) * 0.75 - ROUNDING);
        expect(median).toBeLessThanOrEqual(Math.max(...values) * 1.25 + ROUNDING);
      }),
    );
  });

  it('move no further than to the next one when one of them is absurd', () => {
    fc.assert(
      fc.property(samples('listed', 3), price, (all, absurd) => {
        const changed = all.with(0, { ...all[0]!, price: absurd });
        const { median } = toPriceBand(changed, 'Good')!;
        const { below, above } = neighbors(all);
        expect(median).toBeGreaterThanOrEqual(below - ROUNDING);
        expect(median).toBeLessThanOrEqual(Math.max(above + ROUNDING, 100));
      }),
    );
  });

  it('of listings move no sales', () => {
    fc.assert(
      fc.property(samples('sold', 5), samples('listed', 0), condition, (sales, listed, asked) => {
        const band = toPriceBand(sales, asked);
        if (band !== null) expect(toPriceBand([...listed, ...sales], asked)).toEqual(band);
        else expect(toPriceBand([...listed, ...sales], asked)?.basis).not.toBe('sold');
      }),
    );
  });

  it('tell of a sale between others no more than one step, even to those who made all others', () => {
    const dollars = fc.integer({ min: 100, max: 30_000 });
    const others = fc.array(fc.integer({ min: 70, max: 160 }), { minLength: 4, maxLength: 9 });
    fc.assert(
      fc.property(
        dollars,
        others,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (level, shares, at) => {
          const made = shares.map((share) => Math.round((level * share) / 100));
          const [least, most] = [Math.min(...made), Math.max(...made)];
          const told = at.flatMap((share) => {
            const all = [...made, Math.round(least + share * (most - least))];
            const band = toPriceBand(soldAt(all), 'Good');
            return band === null
              ? []
              : [{ median: band.median, step: stepOfSales(all, medianAndSpread(all).median)! }];
          });
          for (const one of told)
            for (const other of told)
              expect(Math.abs(one.median - other.median)).toBeLessThanOrEqual(Math.max(one.step, other.step));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('give bands whose ends one absurd price moves no further than its neighbors allow', () => {
    fc.assert(
      fc.property(samples('listed', 4), fc.nat(), price, (all, at, absurd) => {
        const changed = all.with(at % all.length, { ...all[at % all.length]!, price: absurd });
        const rest = all.toSpliced(at % all.length, 1).map(answered);
        const { low, high } = toPriceBand(changed, 'Good')!;
        // Half of the other prices are within twice the distance from one end of the others to the other.
        const [least, most] = [Math.min(...rest), Math.max(...rest)];
        expect(high).toBeLessThanOrEqual(Math.max((most * most) / least, most * 1.1) + ROUNDING);
        expect(low).toBeGreaterThanOrEqual(Math.min((least * least) / most, least / 1.1) - ROUNDING);
      }),
    );
  });

  it('of every other seller matter as much', () => {
    fc.assert(
      fc.property(mixed, condition, (all, asked) => {
        const renamed = all.map((one) => ({ ...one, sellerKey: `x${one.sellerKey}` }));
        expect(toPriceBand(renamed, asked)).toEqual(toPriceBand(all, asked));
      }),
    );
  });
});

it('counts in the steps of the market', () => {
  const inDinars = [4_500, 5_500, 6_625];
  expect(rules.toPriceBand(listedAt(inDinars), 'Good', 250)).toMatchObject({
    low: 4_500,
    median: 5_500,
    high: 6_750,
  });
});
