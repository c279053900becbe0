import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { identityAccounts, identityUsers } from '../../table.ts';

// Better Auth's name for a password account.
const PASSWORD_PROVIDER_ID = 'credential';

type Reader = Pick<Database['orm'], 'select'>;

const ofIdentity = (identityId: string) =>
  and(eq(identityAccounts.userId, identityId), eq(identityAccounts.providerId, PASSWORD_PROVIDER_ID));

const selectHash = (orm: Reader, identityId: string) =>
  orm.select({ password: identityAccounts.password }).from(identityAccounts).where(ofIdentity(identityId));

/** The hash of a password, or null for an identity without one. */
export async function findPasswordHash(orm: Reader, identityId: string): Promise<string | null> {
  const [account] = await selectHash(orm, identityId);
  return account?.password ?? null;
}

/** The same, after all changes in progress have committed. */
export async function findCommittedPasswordHash(orm: Reader, identityId: string): Promise<string | null> {
  const [account] = await selectHash(orm, identityId).for('share');
  return account?.password ?? null;
}

/** When the password of an account was set; null without one. Another hash of the same one changes nothing. */
export async function findPasswordTime(orm: Reader, email: string): Promise<Date | null> {
  const [account] = await orm
    .select({ setAt: identityAccounts.updatedAt })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.email, email), eq(identityAccounts.providerId, PASSWORD_PROVIDER_ID)));
  return account?.setAt ?? null;
}

/** Stores another hash of the same password, unless the password was changed meanwhile. */
export async function renewPasswordHash(
  orm: Pick<Database['orm'], 'update'>,
  identityId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await orm
    .update(identityAccounts)
    .set({ password: to })
    .where(and(ofIdentity(identityId), eq(identityAccounts.password, from)));
}

/** Replaces the password of an identity, or adds one. */
export async function savePasswordHash(
  tx: Transaction,
  { identityId, hash, now }: { identityId: string; hash: string; now: Date },
): Promise<void> {
  await tx
    .insert(identityAccounts)
    .values({
      id: newId(now),
      userId: identityId,
      providerId: PASSWORD_PROVIDER_ID,
      accountId: identityId,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [identityAccounts.providerId, identityAccounts.accountId],
      set: { password: hash, updatedAt: now },
    });
}
