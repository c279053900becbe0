import { testMarket } from '#tests/support/test-market.ts';
import { describe, expect, it } from 'vitest';
import { isFilterForm, isReversedRange, readFilterForm } from './filter-form.ts';
import { formatMoney } from '#platform/shared/money.ts';

const { highest } = testMarket.prices;

const read = (query: string) => readFilterForm(new URLSearchParams(query));

describe('the form of the filters', () => {
  it.each([
    ['priceFrom=&priceTo=&minCondition=&sort=relevance', {}],
    ['priceFrom=5&priceTo=60.50', { minPrice: 500, maxPrice: 6050 }],
    ['priceFrom=%2412,50&priceTo=', { minPrice: 1250 }],
    ['priceFrom=60&priceTo=20', { minPrice: 2000, maxPrice: 6000 }],
    ['priceFrom=0&priceTo=9999.99', {}],
    ['priceFrom=5&priceTo=60&free=1', { maxPrice: 0 }],
    ['priceTo=0', { maxPrice: 0 }],
    ['search=calc&hasPhotos=1&priceTo=', { search: 'calc', hasPhotos: true }],
  ])('reads %s', (query, filters) => {
    expect(read(query)).toEqual({ filters, errors: {} });
  });

  it.each([
    ['priceFrom=x&priceTo=60', { priceFrom: 'Enter a price in dollars, like 12.50' }, { maxPrice: 6000 }],
    ['priceFrom=5&priceTo=-1', { priceTo: "Price can't be negative" }, { minPrice: 500 }],
    [`priceTo=${highest / 100 + 0.01}`, { priceTo: `Price can be at most ${formatMoney(highest)}` }, {}],
  ])('tells what is wrong in %s', (query, errors, filters) => {
    expect(read(query)).toEqual({ filters, errors });
  });

  it('is known by fields that no URL of a list has', () => {
    expect(isFilterForm(new URLSearchParams('priceFrom='))).toBe(true);
    expect(isFilterForm(new URLSearchParams('search=a&maxPrice=0'))).toBe(false);
  });
});

it('tells prices that it reads the other way around', () => {
  expect(isReversedRange('50', '$20')).toBe(true);
  for (const [from, to] of [
    ['20', '50'],
    ['50', '50'],
    ['50', ''],
    ['', '20'],
    ['50', 'x'],
    ['x', '20'],
  ] as const)
    expect(isReversedRange(from, to)).toBe(false);
});
