import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { PasskeySummary } from '../../../passkey-contract.ts';
import { users, identityPasskeys, identitySessions, identityUsers } from '../../table.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';
import { localeOfUser } from '../../../language-of-user.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';

/** More devices and password managers than a user has. */
export const MAX_PASSKEYS = 20;

/** The passkeys of a user, the oldest first. Throws 'identity-managed-elsewhere'. */
export async function listPasskeys({ orm }: Database, userId: string): Promise<PasskeySummary[]> {
  const identity = await getOwnIdentity(orm, userId);
  const rows = await orm
    .select()
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, identity.id))
    .orderBy(asc(identityPasskeys.createdAt), asc(identityPasskeys.id));
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? 'Passkey',
    createdAt: createdAt.toISOString(),
  }));
}

/** Whether there is a passkey with this credential, after all deletions in progress have committed. */
export async function passkeyExists(
  orm: Pick<Database['orm'], 'select'>,
  credentialId: string,
): Promise<boolean> {
  const [found] = await orm
    .select({ id: identityPasskeys.id })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.credentialID, credentialId))
    .for('key share');
  return found !== undefined;
}

/** Tells the user by email. False if the passkey has this name already. Throws 'not-found'. */
export async function renamePasskey(
  { database, mailer, emails, localeOf }: IdentityContext,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const identity = await getOwnIdentity(tx, userId);
    const [passkey] = await tx
      .select({ name: identityPasskeys.name })
      .from(identityPasskeys)
      .where(and(eq(identityPasskeys.id, id), eq(identityPasskeys.userId, identity.id)))
      .for('update');
    if (passkey === undefined) throw commonProblem('not-found');
    if (passkey.name === name) return false;
    await tx.update(identityPasskeys).set({ name }).where(eq(identityPasskeys.id, id));
    if (identity.emailVerified)
      await mailer.send(tx, emails.passkeyRenamed({ ...identity, locale: localeOfUser(identity, localeOf) }));
    return true;
  });
}

/** Tells the user by email. Throws 'not-found' if it is not a passkey of the user. */
export async function deletePasskey(
  { database, mailer, emails, localeOf }: IdentityContext,
  userId: string,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const identity = await getOwnIdentity(tx, userId);
    const deleted = await tx
      .delete(identityPasskeys)
      .where(and(eq(identityPasskeys.id, id), eq(identityPasskeys.userId, identity.id)))
      .returning({ id: identityPasskeys.id });
    if (deleted.length === 0) throw commonProblem('not-found');
    if (identity.emailVerified)
      await mailer.send(tx, emails.passkeyDeleted({ ...identity, locale: localeOfUser(identity, localeOf) }));
  });
}

/** Also those of a stranger who knew the password. Returns how many there were. */
export async function deleteAllPasskeys(tx: Transaction, identityId: string): Promise<number> {
  const deleted = await tx
    .delete(identityPasskeys)
    .where(eq(identityPasskeys.userId, identityId))
    .returning({ id: identityPasskeys.id });
  return deleted.length;
}

export async function markPasskeyCheck(
  orm: Pick<Database['orm'], 'update'>,
  sessionId: string,
  now: Date,
): Promise<void> {
  await orm.update(identitySessions).set({ passkeyCheckedAt: now }).where(eq(identitySessions.id, sessionId));
}

/** The passkeys of a user for the export of their data, without keys. */
export const exportPasskeys = ({ orm }: Database, userId: string) =>
  orm
    .select({ name: identityPasskeys.name, addedAt: identityPasskeys.createdAt })
    .from(identityPasskeys)
    .innerJoin(users, sql`${users.subject} = ${identityPasskeys.userId}::text`)
    .where(and(eq(users.id, userId), eq(users.issuer, EMBEDDED_ISSUER)))
    .orderBy(asc(identityPasskeys.createdAt), asc(identityPasskeys.id));

/** Deletes the passkeys of a user who has lost the device, for an operator. False if there are none. */
export async function deletePasskeysOfEmail(tx: Transaction, email: string): Promise<boolean> {
  const owner = tx
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, email.trim().toLowerCase()));
  const deleted = await tx
    .delete(identityPasskeys)
    .where(inArray(identityPasskeys.userId, owner))
    .returning({ id: identityPasskeys.id });
  return deleted.length > 0;
}
