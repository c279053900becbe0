import pg from 'pg';

export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';

/** The SQLSTATE of a database error, such as '23505', also when Drizzle has wrapped it; undefined for others. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof pg.DatabaseError) return cause.code;
  return undefined;
}
