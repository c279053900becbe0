import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { toStatus } from './list-support-messages.ts';
import { supportMessages } from './table.ts';

/**
 * Messages that the user wrote signed in, and signed-out messages from their address. The latter only if the
 * address is verified: a stranger can sign up with it.
 */
const writtenBy = (userId: string) =>
  or(
    eq(supportMessages.userId, userId),
    and(
      isNull(supportMessages.userId),
      sql`${supportMessages.email} = (select lower(u.email) from ${users} u where u.id = ${userId} and u.email_verified)`,
    ),
  );

export const supportPersonalData: PersonalDataHandler = {
  name: 'supportMessages',
  async export({ orm }, userId) {
    const rows = await orm
      .select()
      .from(supportMessages)
      .where(writtenBy(userId))
      .orderBy(asc(supportMessages.createdAt), asc(supportMessages.id));
    return rows.map((row) => {
      const { name, email, subject, message, answer, createdAt } = row;
      return { name, email, subject, message, status: toStatus(row), answer, createdAt };
    });
  },
  async remove(tx, { id }) {
    await tx.update(supportMessages).set({ answeredBy: null }).where(eq(supportMessages.answeredBy, id));
    await tx.delete(supportMessages).where(writtenBy(id));
  },
};
