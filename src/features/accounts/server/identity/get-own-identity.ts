import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { accountProblem } from '../../contract.ts';
import { users, identityUsers } from '../table.ts';
import type { LanguagesOfUser } from '../../language-of-user.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';

type OwnIdentity = LanguagesOfUser & { id: string; email: string; emailVerified: boolean; name: string };

/** The embedded identity of a user. Throws 'identity-managed-elsewhere' if another provider has it. */
export async function getOwnIdentity(
  orm: Pick<Database['orm'], 'select'>,
  userId: string,
): Promise<OwnIdentity> {
  const { id, email, emailVerified } = identityUsers;
  const { language, seenLanguage } = users;
  const [identity] = await orm
    .select({ id, email, emailVerified, name: users.name, language, seenLanguage })
    .from(users)
    .innerJoin(identityUsers, sql`${identityUsers.id}::text = ${users.subject}`)
    .where(and(eq(users.id, userId), eq(users.issuer, EMBEDDED_ISSUER)));
  if (identity === undefined) throw accountProblem('identity-managed-elsewhere');
  return identity;
}
