import { eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { grantedRoles, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import { accountProblem } from '../../contract.ts';
import { users } from '../table.ts';
import { toRoles } from './find-staff.ts';
import { type AdminEmails, hasOtherAdmin, isAdminBySettings } from './other-admins.ts';

export type RoleChanges = { granted: StaffRole[]; revoked: StaffRole[] };

type SetRolesInput = {
  adminEmails: AdminEmails;
  userId: string;
  /** From the present ones to the wanted ones. */
  change: (present: readonly StaffRole[]) => readonly StaffRole[];
  now: Date;
};

/**
 * Changes the roles of a user; the caller publishes `userChanged`. Throws 'user-not-found', 'last-admin-keeps-role',
 * and 'admin-by-settings' for an admin whom settings would make one again.
 */
export async function setRoles(
  tx: Transaction,
  { adminEmails, userId, change, now }: SetRolesInput,
): Promise<RoleChanges> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (user === undefined) throw accountProblem('user-not-found');
  const present = toRoles(user);
  const wanted = new Set(change(present));
  const granted = [...wanted].filter((role) => !present.includes(role));
  const revoked = present.filter((role) => !wanted.has(role));
  if (revoked.includes('admin')) {
    if (!(await hasOtherAdmin(tx, userId, adminEmails))) throw accountProblem('last-admin-keeps-role');
    if (isAdminBySettings(user, adminEmails)) throw accountProblem('admin-by-settings');
  }
  if (granted.length + revoked.length === 0) return { granted, revoked };
  const isAdmin = wanted.has('admin');
  await tx
    .update(users)
    .set({
      isAdmin,
      adminGranted: isAdmin && (user.adminGranted || granted.includes('admin')),
      staffRoles: grantedRoles.filter((role) => wanted.has(role)),
      staffSince: wanted.size === 0 ? null : (user.staffSince ?? (present.length === 0 ? now : null)),
    })
    .where(eq(users.id, userId));
  return { granted, revoked };
}

export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.trim().toLowerCase());

/** The user with this email; null if there is none. */
export async function findUserByEmail(
  tx: Transaction,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | null> {
  const { id, emailVerified } = users;
  const [found] = await tx.select({ id, emailVerified }).from(users).where(hasEmail(email));
  return found ?? null;
}
