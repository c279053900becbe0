import { conditions } from '#features/books/rules.ts';
import { isOnReadingListSql } from '#features/courses/server/public.ts';
import { isSameWorkSql } from '#features/editions/server/public.ts';
import { courseKey } from './match-keys.ts';

const CONDITIONS_SQL = `'{${conditions.map((condition) => `"${condition}"`).join()}}'::text[]`;

// SQL over the rows `e` of wanted_entries and `b` of books.

/** The code of the course of the entry. */
export const COURSE_SQL = `substr(e.match_key, ${courseKey('').length + 1})`;

/** The entry wants the listing, at any price and in any condition. */
export const WANTS_SQL = `((e.isbn IS NULL OR e.isbn = b.isbn OR (e.other_editions AND ${isSameWorkSql('e.isbn', 'b.isbn')})) AND (e.query IS NULL OR b.search @@ e.query)
  AND (e.course IS NULL OR ${COURSE_SQL} = ANY(b.course_codes) OR ${isOnReadingListSql(COURSE_SQL, 'b.isbn')}))`;

/** The listing is within the limits of the entry. */
export const WITHIN_LIMITS_SQL = `((e.max_price IS NULL OR e.max_price >= b.price)
  AND (e.min_condition IS NULL OR array_position(${CONDITIONS_SQL}, b.condition)
    <= array_position(${CONDITIONS_SQL}, e.min_condition)))`;

/**
 * The entry wants the listing as it is: one that was edited may match no longer what it matched. The limits
 * do not count for a listing that it awaits since it was reserved.
 */
export const MATCHES_SQL = `(${WANTS_SQL} AND (b.id = ANY(e.awaited_book_ids) OR ${WITHIN_LIMITS_SQL}))`;
