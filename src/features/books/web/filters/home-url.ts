import { type BookFilters, formatFilters } from '../../filters.ts';

/** Home with these filters. */
export function homeUrl(filters: BookFilters): string {
  const query = formatFilters(filters);
  return query.size === 0 ? '/' : `/?${query}`;
}
