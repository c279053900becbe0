import type { Page } from '#platform/shared/define-endpoints.ts';
import { droppableFilters, MAX_COUNTED_BOOKS } from '../../filter-query.ts';
import type { BookFilters } from '../../filters.ts';

type Find = (filters: BookFilters, paging: { limit: number; mustMatchAll?: true }) => Promise<Page<unknown>>;

type Count = { count: number; isMore: boolean; filtersToDrop: (typeof droppableFilters)[number][] };

/** How many listings pass; if none does, or none with all words, the filters without which some would. */
export async function countMatches(find: Find, filters: BookFilters): Promise<Count> {
  const { items, next, isNear = false } = await find(filters, { limit: MAX_COUNTED_BOOKS });
  const filtersToDrop: Count['filtersToDrop'] = [];
  if (isNear || (items.length === 0 && next === null)) {
    for (const name of droppableFilters) {
      const fewer =
        name === 'price'
          ? { ...filters, minPrice: undefined, maxPrice: undefined }
          : { ...filters, [name]: undefined };
      const isActive = Object.keys(fewer).some(
        (key) => filters[key as keyof BookFilters] !== fewer[key as keyof BookFilters],
      );
      if (!isActive) continue;
      const found = await find(fewer, { limit: 1, mustMatchAll: true });
      if (found.items.length > 0) filtersToDrop.push(name);
    }
  }
  return { count: items.length, isMore: next !== null, filtersToDrop };
}
