import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { AdminLock } from '../../contract.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { users } from '../table.ts';

export type AdminEmails = ReadonlySet<string>;

const lockLastAdmin = createSingleLock('the last administrator');

/**
 * Administrators now, by a grant or a listed and verified email; of another provider's users only the stored right is
 * known.
 */
const isAdminNow = (adminEmails: AdminEmails): SQL | undefined =>
  or(
    users.adminGranted,
    and(users.emailVerified, inArray(users.email, [...adminEmails])),
    and(users.isAdmin, ne(users.issuer, EMBEDDED_ISSUER)),
  );

/** Serialized until the transaction ends: two administrators who remove each other would leave none. */
export async function hasOtherAdmin(
  tx: Transaction,
  userId: string,
  adminEmails: AdminEmails,
): Promise<boolean> {
  await lockLastAdmin(tx);
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, userId), isAdminNow(adminEmails)))
    .limit(1);
  return others.length === 1;
}

type AdminRow = Pick<
  typeof users.$inferSelect,
  'issuer' | 'email' | 'emailVerified' | 'isAdmin' | 'adminGranted'
>;

/** ADMIN_EMAILS or the token of another provider makes this user an admin again at the next request. */
export const isAdminBySettings = (user: AdminRow, adminEmails: AdminEmails): boolean =>
  (user.emailVerified && adminEmails.has(user.email)) ||
  (user.issuer !== EMBEDDED_ISSUER && user.isAdmin && !user.adminGranted);

/** Why some of these users keep the role of an admin. */
export async function findAdminLocks(
  { orm }: Pick<Database, 'orm'>,
  adminEmails: AdminEmails,
  userIds: readonly string[],
): Promise<Map<string, AdminLock>> {
  const admins = await orm
    .select()
    .from(users)
    .where(and(inArray(users.id, [...userIds]), eq(users.isAdmin, true)));
  if (admins.length === 0) return new Map();
  const serving = await orm.select({ id: users.id }).from(users).where(isAdminNow(adminEmails)).limit(2);
  return new Map(
    admins.flatMap((admin): [string, AdminLock][] => {
      if (serving.every(({ id }) => id === admin.id)) return [[admin.id, 'last']];
      return isAdminBySettings(admin, adminEmails) ? [[admin.id, 'settings']] : [];
    }),
  );
}
