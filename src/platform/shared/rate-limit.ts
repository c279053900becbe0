/**
 * A number of points per duration, for each key. `name` separates the counts of one limit from those of
 * another.
 * The limits that every route has by default are in `app/server/limits/limit-requests.ts`.
 */
export type RateLimit = { name: string; points: number; durationMs: number };
