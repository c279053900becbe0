/**
 * Cents. Tables check it, which read no aliases: a change needs a migration of their checks
 * (`npm run db:generate`).
 */
export const MAX_PRICE_CENTS = 999_999;
