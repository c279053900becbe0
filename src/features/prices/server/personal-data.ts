import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { priceNotices } from './table.ts';

const { bookId, previousPrice, notifiedAt, seenAt } = priceNotices;

/** Which lower prices a user was notified of in the last days. Deleted by cascade with the user's row. */
export const pricePersonalData: PersonalDataHandler = {
  name: 'priceNotices',
  export: ({ orm }, userId) =>
    orm
      .select({ bookId, previousPrice, notifiedAt, seenAt })
      .from(priceNotices)
      .where(eq(priceNotices.userId, userId))
      .orderBy(asc(notifiedAt)),
};
