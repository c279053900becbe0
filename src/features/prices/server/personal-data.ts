import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { priceNotices } from './table.ts';

/** Which lower prices a user was notified of in the last days. Deleted by cascade with the user's row. */
export const pricePersonalData: PersonalDataHandler = {
  name: 'priceNotices',
  export: ({ orm }, userId) =>
    orm
      .select({ bookId: priceNotices.bookId, notifiedAt: priceNotices.notifiedAt })
      .from(priceNotices)
      .where(eq(priceNotices.userId, userId))
      .orderBy(asc(priceNotices.notifiedAt)),
};
