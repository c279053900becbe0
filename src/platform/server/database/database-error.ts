/**
 * The SQLSTATE of an error that came from the database, as in '23505' for a row that exists already; also when
 * Drizzle has wrapped it. Undefined for every other error.
 */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}
