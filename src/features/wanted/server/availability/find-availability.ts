import { blockedUsersSql } from '#features/blocks/server/public.ts';
import { isAvailableSql } from '#features/books/server/public.ts';
import { courseIsbnsSql } from '#features/courses/server/public.ts';
import { editionsOfWorkSql } from '#features/editions/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { WantedEntry } from '../../contract.ts';
import { MAX_COUNTED_LISTINGS } from '../../rules.ts';
import { COURSE_SQL, WITHIN_LIMITS_SQL } from '../matching/matches-sql.ts';

export type Availability = Pick<WantedEntry, 'availableCount' | 'lowestPrice'>;

/** Listings that are compared for one entry. */
const MAX_COMPARED = 300;
/** The newest listings, which tell how common words are. */
const SAMPLE = 1_000;
/** Words are common if they match as many of the sample: their index then has too many listings to read. */
const COMMON_IN_SAMPLE = 100;

const available = isAvailableSql('b', '$3');

/** What is read of the listing `b`. */
const COMPARED = 'b.price, b.seller_id, b.condition';

/** The listing `b` of another user, within the limits of the entry `e`. */
const FITS = `(b.seller_id <> $1 AND ${WITHIN_LIMITS_SQL} 
  AND b.seller_id NOT IN (${blockedUsersSql('$1')}))`;

/** An entry has one of ISBN, course and words. `OFFSET 0`: whether a listing fits is computed once. */
const AVAILABILITY_SQL = `WITH wish AS MATERIALIZED (
    SELECT e.id, e.isbn, e.other_editions, e.query, e.max_price, e.min_condition,
      CASE WHEN e.course IS NOT NULL THEN ${COURSE_SQL} END AS course
    FROM wanted_entries e WHERE e.id = ANY($2::uuid[])),
  sample AS MATERIALIZED (
    SELECT b.search, b.price, b.seller_id, b.condition FROM books b
    WHERE ${available} AND EXISTS (SELECT FROM wish WHERE query IS NOT NULL)
    ORDER BY b.created_at DESC, b.id DESC LIMIT ${SAMPLE}),
  entry AS MATERIALIZED (
    SELECT wish.*, (SELECT count(*) FROM sample) >= ${SAMPLE}
      AND (SELECT count(*) FROM sample WHERE search @@ wish.query) >= ${COMMON_IN_SAMPLE} AS is_common
    FROM wish)
  SELECT e.id, found.count, found.lowest, e.is_common OR found.compared > ${MAX_COMPARED} AS "isPart"
  FROM entry e CROSS JOIN LATERAL (
    SELECT count(*)::int AS compared, (count(*) FILTER (WHERE fits))::int AS count,
      min(price) FILTER (WHERE fits) AS lowest
    FROM (SELECT b.price, ${FITS} AS fits FROM (
      (SELECT ${COMPARED} FROM books b
        WHERE b.isbn = e.isbn AND b.isbn IS NOT NULL AND ${available} LIMIT ${MAX_COMPARED + 1})
      UNION ALL
      (SELECT ${COMPARED} FROM (${editionsOfWorkSql('e.isbn')}) other JOIN books b ON b.isbn = other.isbn
        WHERE e.other_editions AND other.isbn <> e.isbn AND b.isbn IS NOT NULL AND ${available} LIMIT ${MAX_COMPARED + 1})
      UNION ALL
      (SELECT ${COMPARED} FROM (
        (SELECT b.id, ${COMPARED} FROM books b WHERE e.course IS NOT NULL AND b.is_active
          AND b.course_codes <> '{}' AND b.course_codes @> ARRAY[e.course] AND ${available} LIMIT ${MAX_COMPARED + 1})
        UNION
        (SELECT b.id, ${COMPARED} FROM (${courseIsbnsSql('e.course')}) listed JOIN books b ON b.isbn = listed.isbn
          WHERE e.course IS NOT NULL AND b.isbn IS NOT NULL AND ${available} LIMIT ${MAX_COMPARED + 1})) b)
      UNION ALL
      (SELECT ${COMPARED} FROM books b
        WHERE NOT e.is_common AND b.search @@ e.query AND ${available} LIMIT ${MAX_COMPARED + 1})
      UNION ALL
      SELECT ${COMPARED} FROM sample b WHERE e.is_common AND b.search @@ e.query
    ) b OFFSET 0) compared) found`;

type FoundRow = { id: string; count: number; lowest: number | null; isPart: boolean };

/** With a bounded part of the listings: of more, neither the lowest price nor a small number is known. */
export async function findAvailability(
  { pool }: Database,
  actorId: string,
  entryIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Availability>> {
  const { rows } = await pool.query<FoundRow>({
    name: 'availability-of-wanted-entries',
    text: AVAILABILITY_SQL,
    values: [actorId, entryIds, now],
  });
  return new Map(rows.map((row) => [row.id, toAvailability(row)]));
}

function toAvailability({ count, lowest, isPart }: FoundRow): Availability {
  const isMany = count >= MAX_COUNTED_LISTINGS;
  if (isMany) return { availableCount: MAX_COUNTED_LISTINGS, lowestPrice: isPart ? null : lowest };
  return isPart
    ? { availableCount: null, lowestPrice: null }
    : { availableCount: count, lowestPrice: lowest };
}
