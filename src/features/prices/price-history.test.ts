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
  // Prices by the days from which they are in force.
  it.each([
    ['is absent while nothing has changed', '0: 3000', 1, null],
    ['is shown from the cut on', '0: 3000, 40: 2400', 40, 3000],
    ['is shown after a cut of 5 %', '0: 3000, 40: 2850', 40, 3000],
    ['is not shown after a smaller cut', '0: 3000, 40: 2851', 40, null],
    ['is shown for 14 days', '0: 3000, 40: 2400', 53.9, 3000],
    ['is not shown after 14 days', '0: 3000, 40: 2400', 54, null],
    ['is not shown of a listing of less than three days', '0: 20000, 2.9: 5000', 3, null],
    ['is the lowest since the book was listed, after three days', '0: 20000, 0.1: 5000, 3: 4000', 3, 5000],
    ['is not a price that was raised before', '0: 2000, 40: 3000, 41: 2400', 41, null],
    ['is the raised price when that is 30 days old', '0: 2000, 40: 3000, 70: 2400', 70, 3000],
    ['is the lowest of the 30 days before', '0: 3000, 40: 2700, 41: 2400', 41, 2700],
    ['stays when a small cut follows', '0: 3000, 40: 2400, 41: 2390', 41, 3000],
    ['goes when the price is raised again', '0: 3000, 40: 2400, 41: 2500', 41, null],
    ['is shown of what is free now', '0: 3000, 40: 0', 40, 3000],
  ])('%s (%s)', (_rule, prices, day, shown) => {
    const changes = prices.split(', ').map((change) => change.split(': ').map(Number) as [number, number]);
    expect(shownAfter(changes, day)).toBe(shown);
  });
});
