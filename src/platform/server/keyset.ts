import { asc, desc, type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Page } from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';

/** The id below every existing one, where a run through all ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A time that both the database and a clock can hold. */
export const epochMsSchema = z
  .int()
  .min(0)
  .max(Date.UTC(2200, 0, 1));

const keyset = z.strictObject({ at: epochMsSchema, id: z.uuid() });

/** The last row of a page of a list in order of time and id: the next page starts behind it. */
type Keyset = { at: Date; id: string };

/** The input of every list: the maximum page size, and the cursor of the previous page. */
export type Paging = { limit: number; cursor?: string | undefined };

export const encodeKeyset = ({ at, id }: Keyset): string => encodeCursor({ at: at.getTime(), id });

/** null for the first page. Throws 'invalid-request' for a cursor that no list has created. */
export function decodeKeyset(cursor: string | undefined): Keyset | null {
  if (cursor === undefined) return null;
  const { at, id } = decodeCursor(cursor, keyset);
  return { at: new Date(at), id };
}

/** An opaque cursor: clients return it, they do not build one. */
export const encodeCursor = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodeCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  let value: unknown = null;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // Falls through: null is no cursor.
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidCursor();
  return parsed.data;
}

export const invalidCursor = () =>
  commonProblem('invalid-request', { text: textToken('platform.problem.invalid-request.cursor') });

/** One row more than the page shows, which reveals whether another page follows. */
export const rowsForPage = (limit: number): number => limit + 1;

/** The page of the rows found with `rowsForPage`. `toCursor` gets the last row that it shows. */
export function toPage<Row>(rows: readonly Row[], limit: number, toCursor: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : toCursor(last) };
}

/**
 * The rows behind the keyset in a statement with numbered parameters: `table` is an alias, `at` and `id` are
 * `$3` and `$4`. An index on both columns serves the comparison of rows.
 */
export const afterCursorText = (table: string, at: string, id: string): string =>
  `(${table}.created_at, ${table}.id) < (${at}::timestamptz, ${id}::uuid)`;

/** The same for a list in order of another time, given as SQL, those first that come first. */
export const afterCursorByText = (time: string, rowId: string, at: string, id: string): string =>
  `(${time}, ${rowId}) > (${at}::timestamptz, ${id}::uuid)`;

type KeysetColumns = { at: AnyColumn | SQL | SQL.Aliased; id: AnyColumn };
type KeysetOrder = 'newest-first' | 'oldest-first';

/** The same for a query builder; undefined for the first page. */
export function afterCursor(
  { at, id }: KeysetColumns,
  start: Keyset | null,
  order: KeysetOrder = 'newest-first',
): SQL | undefined {
  if (start === null) return undefined;
  const comparison = sql.raw(order === 'newest-first' ? '<' : '>');
  return sql`(${at}, ${id}) ${comparison} (${start.at.toISOString()}::timestamptz, ${start.id}::uuid)`;
}

/** The columns of ORDER BY that `afterCursor` continues. */
export const orderByKeyset = ({ at, id }: KeysetColumns, order: KeysetOrder = 'newest-first'): [SQL, SQL] => {
  const direction = order === 'newest-first' ? desc : asc;
  return [direction(at), direction(id)];
};

type PageOfQuery<Row, Item> = {
  paging: Paging;
  /** The columns of the order. */
  columns: KeysetColumns;
  order?: KeysetOrder;
  /** Selects up to `limit` rows behind the cursor, in order. */
  select: (page: { after: SQL | undefined; orderBy: [SQL, SQL]; limit: number }) => PromiseLike<Row[]>;
  toKeyset: (row: Row) => Keyset;
  toItem: (row: Row) => Item;
};

/** A page of a query builder. */
export async function selectPage<Row, Item>({
  paging: { limit, cursor },
  columns,
  order,
  select,
  toKeyset,
  toItem,
}: PageOfQuery<Row, Item>): Promise<Page<Item>> {
  const after = afterCursor(columns, decodeKeyset(cursor), order);
  const rows = await select({ after, orderBy: orderByKeyset(columns, order), limit: rowsForPage(limit) });
  const { items, next } = toPage(rows, limit, (last) => encodeKeyset(toKeyset(last)));
  return { items: items.map(toItem), next };
}
