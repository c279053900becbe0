import { expect, it } from 'vitest';
import type { ListStart } from './list-cursor.ts';
import { behindStart, searchOrder, toOrderBy, withoutTier } from './list-order.ts';

const at = new Date('2026-01-01T00:00:00Z');
const start: ListStart = { tier: 0, rank: 0.5, at, id: 'b1', any: false };

it('orders by tier, match, age and id', () => {
  expect(toOrderBy(searchOrder)).toBe('tier ASC, rank DESC, created_at DESC, id DESC');
  expect(toOrderBy(withoutTier(searchOrder))).toBe('rank DESC, created_at DESC, id DESC');
});

it('starts the next page in the same order', () => {
  const values: unknown[] = [];
  const condition = behindStart(searchOrder, start, (value) => `$${values.push(value)}`);
  expect(values).toEqual([0, 0.5, at, 'b1']);
  expect(condition).toBe(
    '(tier > $1::int OR (tier = $1::int AND (rank < $2::real OR (rank = $2::real AND ' +
      '(created_at < $3::timestamptz OR (created_at = $3::timestamptz AND id < $4::uuid))))))',
  );
});

it('follows a change of the order', () => {
  const [, rank, , id] = searchOrder;
  const worstFirst = [{ ...rank!, direction: 'ASC' as const }, id!];
  expect(toOrderBy(worstFirst)).toBe('rank ASC, id DESC');
  expect(behindStart(worstFirst, start, String)).toBe(
    '(rank > 0.5::real OR (rank = 0.5::real AND id < b1::uuid))',
  );
});
