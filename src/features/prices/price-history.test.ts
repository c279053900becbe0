import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { shownPreviousPrice } from '#features/books/price-cut.ts';
import { toPriceCut } from './price-history.ts';

const start = new Date('2026-09-01T12:00:00Z');
const onDay = (day: number) => new Date(start.getTime() + day * DAY_MS);

/** The struck price on the last day, for prices from days on, as a listing stores them. */
function shownAfter(prices: readonly (readonly [day: number, price: number])[], day: number): number | null {
  let former: Parameters<typeof toPriceCut>[0]['former'] = {
    createdAt: onDay(0),
    price: prices[0]![1],
    previousPrice: null,
    priceLoweredAt: null,
  };
  const changes: { price: number; until: Date }[] = [];
  for (const [at, price] of prices.slice(1)) {
    const now = onDay(at);
    const formerPrices = changes
      .filter(({ until }) => now.getTime() - until.getTime() < 30 * DAY_MS)
      .map((change) => change.price);
    changes.push({ price: former.price, until: now });
    former = { ...former, ...toPriceCut({ former, price, formerPrices }, now), price };
  }
  return shownPreviousPrice(former, onDay(day));
}

describe('the former price', () => {
  it.each([
    { prices: [[0, 3000]], day: 1, shown: null, rule: 'is absent while nothing has changed' },
    {
      prices: [
        [0, 3000],
        [40, 2400],
      ],
      day: 40,
      shown: 3000,
      rule: 'is shown from the cut on',
    },
    {
      prices: [
        [0, 3000],
        [40, 2850],
      ],
      day: 40,
      shown: 3000,
      rule: 'is shown after a cut of 5 %',
    },
    {
      prices: [
        [0, 3000],
        [40, 2851],
      ],
      day: 40,
      shown: null,
      rule: 'is not shown after a smaller cut',
    },
    {
      prices: [
        [0, 3000],
        [40, 2400],
      ],
      day: 53.9,
      shown: 3000,
      rule: 'is shown for 14 days',
    },
    {
      prices: [
        [0, 3000],
        [40, 2400],
      ],
      day: 54,
      shown: null,
      rule: 'is not shown after 14 days',
    },
    {
      prices: [
        [0, 20_000],
        [2.9, 5_000],
      ],
      day: 3,
      shown: null,
      rule: 'is not shown of a listing of less than three days',
    },
    {
      prices: [
        [0, 20_000],
        [0.1, 5_000],
        [3, 4_000],
      ],
      day: 3,
      shown: 5000,
      rule: 'is the lowest since the book was listed, after three days',
    },
    {
      prices: [
        [0, 2000],
        [40, 3000],
        [41, 2400],
      ],
      day: 41,
      shown: null,
      rule: 'is not a price that was raised before',
    },
    {
      prices: [
        [0, 2000],
        [40, 3000],
        [70, 2400],
      ],
      day: 70,
      shown: 3000,
      rule: 'is the raised price when that is 30 days old',
    },
    {
      prices: [
        [0, 3000],
        [40, 2700],
        [41, 2400],
      ],
      day: 41,
      shown: 2700,
      rule: 'is the lowest of the 30 days before',
    },
    {
      prices: [
        [0, 3000],
        [40, 2400],
        [41, 2390],
      ],
      day: 41,
      shown: 3000,
      rule: 'stays when a small cut follows',
    },
    {
      prices: [
        [0, 3000],
        [40, 2400],
        [41, 2500],
      ],
      day: 41,
      shown: null,
      rule: 'goes when the price is raised again',
    },
    {
      prices: [
        [0, 3000],
        [40, 0],
      ],
      day: 40,
      shown: 3000,
      rule: 'is shown of what is free now',
    },
  ] as const)('$rule', ({ prices, day, shown }) => {
    expect(shownAfter(prices, day)).toBe(shown);
  });
});
