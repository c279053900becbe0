/** Points per duration for each key; `name` separates the counts of limits. Defaults: `limit-requests.ts`. */
export type RateLimit = { name: string; points: number; durationMs: number };
