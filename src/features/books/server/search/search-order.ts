import type { ListStart } from '../list/list-cursor.ts';

type OrderColumn = {
  name: string;
  direction: 'ASC' | 'DESC';
  sqlType: string;
  /** Its value of the last row of the page before. */
  toStart: (start: ListStart) => unknown;
};

const tier: OrderColumn = { name: 'tier', direction: 'ASC', sqlType: 'int', toStart: (start) => start.tier };
const rank: OrderColumn = {
  name: 'rank',
  direction: 'DESC',
  sqlType: 'real',
  toStart: (start) => start.rank,
};
const price: OrderColumn = {
  name: 'price',
  direction: 'ASC',
  sqlType: 'int',
  toStart: (start) => start.price,
};
const newest: readonly OrderColumn[] = [
  { name: 'created_at', direction: 'DESC', sqlType: 'timestamptz', toStart: ({ at }) => at },
  { name: 'id', direction: 'DESC', sqlType: 'uuid', toStart: ({ id }) => id },
];

// Both ORDER BY and the start of the next page are made of an order. The last column is unique, or pages
// would skip rows. Boosted listings are tier 0.

/** The best match of a search first. */
export const searchOrder = [tier, rank, ...newest];

/** The newest first. */
export const listOrder = [tier, ...newest];

/** The cheapest first, boosted or not. */
export const priceOrder = [price, ...newest];

/** The same order within one tier: which matches are kept when there are too many. */
export const withoutTier = (order: readonly OrderColumn[]): readonly OrderColumn[] =>
  order.filter(({ name }) => name !== 'tier');

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
