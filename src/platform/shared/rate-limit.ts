/**
 * So many points in a duration, for each key. `name` keeps the counts of one limit apart from those of another.
 */
export type RateLimit = { name: string; points: number; durationMs: number };
