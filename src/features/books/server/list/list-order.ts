import { afterCursorText } from '#platform/server/keyset.ts';
import type { AddParameter } from '../filters/filter-conditions.ts';
import type { ListStart } from './list-cursor.ts';

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
// would skip rows.

/** The best match of a search first. */
export const searchOrder = [tier, rank, ...newest];

export const listOrder = [tier, ...newest];

/** The cheapest first, boosted or not. */
export const priceOrder = [price, ...newest];

/** The copies of the searched ISBN before those of other editions, boosted or not. */
export const exactFirst = (order: readonly OrderColumn[]): readonly OrderColumn[] => [
  rank,
  ...order.filter((column) => column !== rank),
];

/** The listings of one tier, or a range of them. `condition` is SQL over `books`. */
export type TierRange = { tier: 0 | 1; condition: string };

/**
 * What puts a boosted listing on top: it is in tier 0, and every order but that of the price begins with the
 * tier. Each tier is read by its own index; sorting all listings by boost and time took 1.8 s with a million.
 * `snapshotAt` is the time of the first page: a boost that expires between two pages would repeat a listing.
 */
export function tiersOf(order: readonly OrderColumn[], snapshotAt: Date, add: AddParameter): TierRange[] {
  if (!order.includes(tier)) return [{ tier: 1, condition: 'true' }];
  const isBoosted = `is_boosted AND boosted_until > ${add(snapshotAt)}`;
  return [
    { tier: 0, condition: isBoosted },
    { tier: 1, condition: `NOT (${isBoosted})` },
  ];
}

/** What of these tiers is behind `start`, in the form that the indexes serve; not for the best matches. */
export function rangesBehind(
  tiers: readonly TierRange[],
  order: readonly OrderColumn[],
  start: ListStart,
  add: AddParameter,
): TierRange[] {
  const isOlder = afterCursorText('books', add(start.at), add(start.id));
  if (order.includes(tier))
    return tiers
      .filter((range) => range.tier >= start.tier)
      .map((range) =>
        range.tier > start.tier ? range : { ...range, condition: `${range.condition} AND ${isOlder}` },
      );
  const startPrice = add(start.price);
  return tiers.flatMap(({ condition, ...range }) => [
    { ...range, condition: `${condition} AND price = ${startPrice} AND ${isOlder}` },
    { ...range, condition: `${condition} AND price > ${startPrice}` },
  ]);
}

export const withoutTier = (order: readonly OrderColumn[]): readonly OrderColumn[] =>
  order.filter(({ name }) => name !== 'tier');

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
