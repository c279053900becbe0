import type { ListStart } from '../list-cursor.ts';

type OrderColumn = {
  name: string;
  direction: 'ASC' | 'DESC';
  sqlType: string;
  /** Its value of the last row of the page before. */
  toStart: (start: ListStart) => unknown;
};

/**
 * The order of search results: boosted listings (tier 0) first, then the best match, then the newest. Both
 * ORDER BY and the start of the next page are made of it. The last column is unique, or pages would skip
 * rows.
 */
export const searchOrder: readonly OrderColumn[] = [
  { name: 'tier', direction: 'ASC', sqlType: 'int', toStart: ({ tier }) => tier },
  { name: 'rank', direction: 'DESC', sqlType: 'real', toStart: ({ rank }) => rank },
  { name: 'created_at', direction: 'DESC', sqlType: 'timestamptz', toStart: ({ at }) => at },
  { name: 'id', direction: 'DESC', sqlType: 'uuid', toStart: ({ id }) => id },
];

/** The same without the tier: which matches of one tier are kept when there are too many. */
export const tierOrder = searchOrder.filter(({ name }) => name !== 'tier');

/** What follows ORDER BY. */
export const toOrderBy = (order: readonly OrderColumn[]): string =>
  order.map(({ name, direction }) => `${name} ${direction}`).join(', ');

/** The rows behind `start`. `parameter` adds a value to the statement and returns its placeholder. */
export function behindStart(
  order: readonly OrderColumn[],
  start: ListStart,
  parameter: (value: unknown) => string,
): string {
  const [first, ...rest] = order;
  if (first === undefined) return 'false';
  const { name, direction, sqlType } = first;
  const value = `${parameter(first.toStart(start))}::${sqlType}`;
  const isBehind = `${name} ${direction === 'ASC' ? '>' : '<'} ${value}`;
  return rest.length === 0
    ? isBehind
    : `(${isBehind} OR (${name} = ${value} AND ${behindStart(rest, start, parameter)}))`;
}
