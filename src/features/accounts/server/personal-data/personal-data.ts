import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { accountProblem } from '../../contract.ts';
import { userDeleted } from '../account-events.ts';
import { users } from '../table.ts';
import { leaveMailbox } from '../users/enter-mailbox.ts';

export type DeletedUser = { id: string; email: string; mailbox: string };

/** A feature that stores data of users. The app registers all of them. */
export type PersonalDataHandler = {
  /** The key of its part in the export. */
  name: string;
  /** The data of this user, and of no other, for the export. What the product has worded is in their language. */
  export?(database: Database, userId: string, locale: Locale): Promise<unknown>;
  /** Deletes, in the same transaction, the data that does not cascade with the user's row. */
  remove?(tx: Transaction, user: DeletedUser, now: Date): Promise<void>;
};

/**
 * All data of a user; of other users only their ids. `src/app/server/register-personal-data.ts` lists the parts,
 * which are not read in one snapshot.
 */
export async function exportUserData(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  holders: readonly PersonalDataHandler[],
  { userId, locale }: { userId: string; locale: Locale },
): Promise<Record<string, unknown>> {
  const [user] = await database.orm.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw accountProblem('user-not-found');
  const { issuer: _issuer, subject: _subject, fcmToken: _token, mailbox: _email, ...account } = user;
  const file: Record<string, unknown> = { exportedAt: clock.now(), account };
  for (const holder of holders)
    if (holder.export !== undefined) file[holder.name] = await holder.export(database, userId, locale);
  return file;
}

/** Deletes a user whom the caller has locked, with all their data but not their identity. */
export type DeleteUserData = (
  tx: Transaction,
  user: DeletedUser & { emailVerified: boolean; subject: string },
  now: Date,
) => Promise<void>;

export function createDeleteUserData(
  context: Pick<ServerContext, 'database' | 'events' | 'mailer' | 'log' | 'secrets'>,
  holders: readonly PersonalDataHandler[],
): DeleteUserData {
  const { database, events, mailer, log } = context;
  return async (tx, user, now) => {
    const { id, email, mailbox, emailVerified, subject } = user;
    events.publish(userDeleted, { userId: id });
    for (const holder of holders) await holder.remove?.(tx, { id, email, mailbox }, now);
    await leaveMailbox(tx, context, user, now);
    await mailer.deleteQueued(tx, id);
    await mailer.deleteQueued(tx, subject);
    // Other emails to an unverified address belong to its owner.
    if (emailVerified) await mailer.deleteQueued(tx, email);
    await tx.delete(users).where(eq(users.id, id));
    database.afterCommit(() => log.info({ userId: id }, 'user deleted'));
  };
}
