import { asc, eq, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { toReceiptNumber } from '../rules.ts';
import { erased } from './erase-notifiers.ts';
import { notices } from './table.ts';

/** What the user wrote signed in, and what was confirmed from their verified email: a stranger can enter that. */
const writtenBy = (userId: string) =>
  or(
    eq(notices.userId, userId),
    sql`${notices.confirmedAt} is not null and ${notices.email} = (select lower(u.email) from ${users} u where u.id = ${userId} and u.email_verified)`,
  );

/** A notice stays in its case without its notifier. Its words stay while it is not answered: `eraseOrphanedWords`. */
export const createNoticePersonalData = ({ clock }: Pick<ServerContext, 'clock'>): PersonalDataHandler => ({
  name: 'notices',
  async export({ orm }, userId) {
    const rows = await orm
      .select()
      .from(notices)
      .where(writtenBy(userId))
      .orderBy(asc(notices.createdAt), asc(notices.id));
    return rows.map(({ createdAt, number, path, reason, name, email, endangersChild, outcome }) => ({
      receipt: toReceiptNumber(createdAt, number),
      path,
      reason,
      name,
      email,
      endangersChild,
      outcome,
      createdAt,
    }));
  },
  async remove(tx, { id }) {
    const { answeredAt, reason } = notices;
    await tx
      .update(notices)
      .set({
        ...erased,
        userId: null,
        erasedAt: sql`coalesce(${notices.erasedAt}, ${clock.now()})`,
        reason: sql`case when ${answeredAt} is null then ${reason} else '' end`,
      })
      .where(writtenBy(id));
  },
});
