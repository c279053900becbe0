import { eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { replyTimes } from './table.ts';

/** Deleted by cascade with the user's row. */
export const profilePersonalData: PersonalDataHandler = {
  name: 'replyTime',
  export: ({ orm }, userId) =>
    orm
      .select({ usuallyAnswers: replyTimes.usuallyAnswers, measuredAt: replyTimes.measuredAt })
      .from(replyTimes)
      .where(eq(replyTimes.userId, userId)),
};
