import { PgDialect } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  afterCursor,
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  orderByKeyset,
  rowsForPage,
  toPage,
} from './keyset.ts';

const ID = '0190a6f4-7c55-7e70-8a3b-2f1c4d5e6f70';
const AT = new Date('2026-03-01T12:00:00.000Z');
const columns = { at: sql`b.created_at`, id: sql`b.id` as never };
const dialect = new PgDialect();

it('reads one row more than a page shows, and names the last shown row where another page follows', () => {
  expect(rowsForPage(2)).toBe(3);
  const toCursor = (last: string) => `behind ${last}`;
  expect(toPage(['a', 'b', 'c'], 2, toCursor)).toEqual({ items: ['a', 'b'], next: 'behind b' });
  expect(toPage(['a', 'b'], 2, toCursor)).toEqual({ items: ['a', 'b'], next: null });
  expect(toPage([], 2, toCursor)).toEqual({ items: [], next: null });
});

it('parses the cursors that it has created, and rejects others', () => {
  expect(decodeKeyset(undefined)).toBeNull();
  expect(decodeKeyset(encodeKeyset({ at: AT, id: ID }))).toEqual({ at: AT, id: ID });
  expect(() => decodeKeyset('what')).toThrow(expect.objectContaining({ code: 'invalid-request' }));
});

it('compares rows in the order of the list, in SQL and with the query builder', () => {
  expect(afterCursor(columns, null)).toBeUndefined();
  const newest = dialect.sqlToQuery(afterCursor(columns, { at: AT, id: ID })!);
  expect(newest.sql).toBe(afterCursorText('b', '$1', '$2'));
  expect(newest.params).toEqual([AT.toISOString(), ID]);
  const oldest = dialect.sqlToQuery(afterCursor(columns, { at: AT, id: ID }, 'oldest-first')!);
  expect(oldest.sql).toBe('(b.created_at, b.id) > ($1::timestamptz, $2::uuid)');
  const order = orderByKeyset(columns, 'oldest-first').map((part) => dialect.sqlToQuery(part).sql);
  expect(order).toEqual(['b.created_at asc', 'b.id asc']);
});
