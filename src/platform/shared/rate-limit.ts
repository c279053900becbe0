/**
 * A number of points per duration, for each key. `name` separates the counts of one limit from those of
 * another.
 */
export type RateLimit = { name: string; points: number; durationMs: number };
