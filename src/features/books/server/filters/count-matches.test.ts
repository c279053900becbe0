import { expect, it } from 'vitest';
import type { BookFilters } from '../../filters.ts';
import { countMatches } from './count-matches.ts';

type Paging = Parameters<Parameters<typeof countMatches>[0]>[1];

/** A page of one listing; `isNear`: it does not match all words. */
const page = (isNear: boolean, { mustMatchAll }: Paging) => ({
  items: (isNear && mustMatchAll ? [] : [{}]) as never[],
  next: null,
  ...(isNear && { isNear: true as const }),
});

it('tells without which filter all words of a search match, where only some do', async () => {
  const filters: BookFilters = { search: 'organic chemistry', maxPrice: 500, minCondition: 'Good' };
  const { count, filtersToDrop } = await countMatches(
    async ({ maxPrice }, paging) => page(maxPrice !== undefined, paging),
    filters,
  );
  expect([count, filtersToDrop]).toEqual([1, ['price']]);
});

it('tells no filter where all words match, and none that only brings other near matches', async () => {
  const filters: BookFilters = { search: 'organic chemistry', maxPrice: 500 };
  for (const isNear of [false, true])
    expect((await countMatches(async (_, paging) => page(isNear, paging), filters)).filtersToDrop).toEqual(
      [],
    );
});
