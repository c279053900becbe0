import { and, asc, eq, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { notifications } from '#features/notifications/server/table.ts';
import { LOWER_PRICE_KIND } from './price-notifications.ts';

const { subjectId: bookId, createdAt: notifiedAt, seenAt } = notifications;
const previousPrice = sql<number>`(${notifications.payload} ->> 'previousPrice')::int`;

/** Which lower prices a user was notified of in the last days. Deleted with the other notifications. */
export const pricePersonalData: PersonalDataHandler = {
  name: 'priceNotices',
  export: ({ orm }, userId) =>
    orm
      .select({ bookId, previousPrice, notifiedAt, seenAt })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), eq(notifications.kind, LOWER_PRICE_KIND)))
      .orderBy(asc(notifiedAt)),
};
