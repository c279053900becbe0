/** Cents. A change needs a migration of the checks of tables (`npm run db:generate`). */
export const MAX_PRICE_CENTS = 999_999;
