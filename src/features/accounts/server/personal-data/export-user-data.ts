import { eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../../contract.ts';
import type { PersonalDataHandler } from './personal-data.ts';
import { users } from '../table.ts';

/**
 * All data of a user; of other users only their ids. `src/app/server/register-personal-data.ts` lists the parts,
 * which are not read in one snapshot.
 */
export async function exportUserData(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  holders: readonly PersonalDataHandler[],
  userId: string,
): Promise<Record<string, unknown>> {
  const [user] = await database.orm.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw accountProblem('user-not-found');
  const { issuer: _issuer, subject: _subject, fcmToken: _token, mailbox: _email, ...account } = user;
  const file: Record<string, unknown> = { exportedAt: clock.now(), account };
  for (const holder of holders)
    if (holder.export !== undefined) file[holder.name] = await holder.export(database, userId);
  return file;
}
