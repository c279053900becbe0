import type { BookFilters } from '../../filters.ts';
import { conditions } from '../../rules.ts';

/**
 * SQL: what the filters with few values make of a listing of `books`: its condition, whether it has photos,
 * and whether its access code is unused, in one number. Indexes begin with it, so that a filter that few
 * listings pass finds them without reading the others.
 */
export const FILTER_CLASS_SQL = `(CASE condition ${conditions
  .map((condition, level) => `WHEN '${condition}' THEN ${4 * level}`)
  .join(
    ' ',
  )} END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END)`;

export const FILTER_CLASS_COUNT = 4 * conditions.length;

type ClassFilters = Pick<BookFilters, 'minCondition' | 'hasPhotos' | 'accessCode'>;

export function filterClasses({ minCondition, hasPhotos, accessCode }: ClassFilters): number[] {
  return conditions
    .slice(0, minCondition === undefined ? undefined : conditions.indexOf(minCondition) + 1)
    .flatMap((_, level) => [0, 1, 2, 3].map((facts) => 4 * level + facts))
    .filter(
      (value) =>
        (hasPhotos === undefined || (value & 2) > 0) && (accessCode === undefined || (value & 1) > 0),
    );
}
