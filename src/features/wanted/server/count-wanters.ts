import type { ServerContext } from '#platform/server/server-context.ts';
import { countStudentsSql } from './count-students.ts';
import { courseKey, isbnKey } from './matching/match-keys.ts';

/**
 * SQL of a count: the people who wait for an ISBN, or for the books of a course. Both are SQL. What they would pay at
 * most does not matter: there is no price yet.
 */
export const countWantersSql = (
  { isbn, code }: { isbn: string; code: string },
  mailer: Pick<ServerContext['mailer'], 'kind'>,
): string => `SELECT ${countStudentsSql({ mailer }, 'e.user_id', 'NULL')} FROM wanted_entries e
  WHERE e.match_key IN ('${isbnKey('')}' || ${isbn}, '${courseKey('')}' || ${code}) AND e.deleted_at IS NULL`;
