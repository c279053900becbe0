import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { userDeleted } from '../account-events.ts';
import { users } from '../table.ts';
import { leaveMailbox } from '../users/enter-mailbox.ts';
import type { DeletedUser, PersonalDataHandler } from './personal-data.ts';

/** Deletes a user whom the caller has locked, with all their data but not their identity. */
export type DeleteUserData = (
  tx: Transaction,
  user: DeletedUser & { emailVerified: boolean; subject: string },
  now: Date,
) => Promise<void>;

export function createDeleteUserData(
  {
    database,
    events,
    mailer,
    log,
    secrets,
  }: Pick<ServerContext, 'database' | 'events' | 'mailer' | 'log' | 'secrets'>,
  holders: readonly PersonalDataHandler[],
): DeleteUserData {
  return async (tx, { id, email, mailbox, emailVerified, subject }, now) => {
    events.publish(userDeleted, { userId: id });
    for (const holder of holders) await holder.remove?.(tx, { id, email, mailbox }, now);
    await leaveMailbox(tx, { secrets }, { id, mailbox, emailVerified }, now);
    await mailer.deleteQueued(tx, id);
    await mailer.deleteQueued(tx, subject);
    // Other emails to an unverified address belong to its owner.
    if (emailVerified) await mailer.deleteQueued(tx, email);
    await tx.delete(users).where(eq(users.id, id));
    database.afterCommit(() => log.info({ userId: id }, 'user deleted'));
  };
}
