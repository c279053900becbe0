import type { Transaction } from '#platform/server/database/database.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { findUserByEmail, hasEmail, setRoles } from '../staff/set-roles.ts';
import { users } from '../table.ts';

type Granted = { id: string; emailVerified: boolean };

/**
 * The operator gives a role to the user with this email. An admin stays one without a token that says so. Null if there
 * is no such user.
 */
export async function grantRole(
  tx: Transaction,
  email: string,
  role: StaffRole,
  now: Date,
): Promise<Granted | null> {
  const user = await findUserByEmail(tx, email);
  if (user === null) return null;
  const change = (present: readonly StaffRole[]) => [...present, role];
  await setRoles(tx, { adminEmails: new Set(), userId: user.id, change, now });
  return role === 'admin' ? grantAdmin(tx, email) : user;
}

/** Makes the user with this email an administrator. Null if there is none. */
async function grantAdmin(tx: Transaction, email: string): Promise<Granted | null> {
  const [granted] = await tx
    .update(users)
    .set({ isAdmin: true, adminGranted: true })
    .where(hasEmail(email))
    .returning({ id: users.id, emailVerified: users.emailVerified });
  return granted ?? null;
}
