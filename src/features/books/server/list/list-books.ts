import type { Page } from '#platform/shared/define-endpoints.ts';
import { behindKeysetText, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { cappedStatement, readCappedList } from './cap-unverified-sellers.ts';
import { cursorAfter, readCursor } from './list-cursor.ts';
import {
  type ListedRow,
  type ListFilter,
  type ListRequest,
  type ListStatement,
  NEWEST_FIRST,
  statementName,
  tierSql,
  withSellersSql,
} from './list-statements.ts';
import { toBooks } from '../prices/to-books.ts';

/**
 * One page of the active listings, boosted first, then newest. Two bounded queries over partial indexes:
 * sorting the whole table by boost and time took 1.8 s with a million books.
 */
export async function listBooks(
  database: ReadableDatabase,
  filter: ListFilter,
  present: Date,
): Promise<Page<Book>> {
  const { cursor: start, now: begun } = readCursor(filter.cursor, present);
  const toCursor = (last: ListedRow) => cursorAfter(last, begun);
  const requestOf = (limit: number): ListRequest => ({ filter: { ...filter, limit }, start, begun, present });
  const page = await readCappedList({
    paging: filter,
    start,
    toCursor,
    read: async (limit) => {
      const request = requestOf(limit);
      return toPage(await read(database, request, listStatement(request)), limit, toCursor);
    },
    readCapped: () => read(database, requestOf(filter.limit), cappedStatement(requestOf(filter.limit))),
  });
  return { items: await toBooks(database, page.items, present), next: page.next };
}

async function read(
  database: ReadableDatabase,
  { filter, start, begun, present }: ListRequest,
  statement: ListStatement,
): Promise<ListedRow[]> {
  const values: unknown[] = [begun, rowsForPage(filter.limit), present];
  if (filter.subject !== undefined) values.push(filter.subject);
  if (start !== null) values.push(start.at, start.id);
  return (await database.pool.query<ListedRow>({ ...statement, values })).rows;
}

function listStatement(request: ListRequest): ListStatement {
  const { start } = request;
  const first = request.filter.subject === undefined ? 4 : 5;
  const behind = start === null ? '' : `AND ${behindKeysetText('b', `$${first}`, `$${first + 1}`)}`;
  const others = tierSql(request, 1, start?.tier === 1 ? behind : '');
  const tiers = start?.tier === 1 ? [others] : [tierSql(request, 0, behind), others];
  const name = statementName(request, start?.tier ?? 'first');
  return { name, text: withSellersSql(tiers, `b.tier, ${NEWEST_FIRST}`) };
}
