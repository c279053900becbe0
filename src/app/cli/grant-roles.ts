import { findUserByEmail, setRoles } from '#features/accounts/server/staff/set-roles.ts';
import { grantRole } from '#features/accounts/server/users/grant-role.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { isStaffRole, staffRoles, type StaffRole } from '#platform/shared/team/staff-roles.ts';

type Answer = { text: string; done: boolean };

const titles: Record<StaffRole, string> = {
  moderator: 'a moderator',
  'course-editor': 'a course editor',
  admin: 'an admin',
};

const unknownRole = (role: string | undefined): Answer => ({
  text: `${role === undefined ? 'Name a role' : `There is no role ${role}`}: ${staffRoles.join(', ')}.`,
  done: false,
});
const unknownUser = (email: string): Answer => ({ text: `No user has the email ${email}.`, done: false });

/** The operator is not a user, so the entries of the audit log have no actor. */
export async function runGrant(database: Database, email: string, role = 'admin'): Promise<Answer> {
  if (!isStaffRole(role)) return unknownRole(role);
  const now = systemClock.now();
  const user = await database.transaction(async (tx) => {
    const granted = await grantRole(tx, email, role, now);
    if (granted === null) return null;
    const target = { kind: 'user' as const, id: granted.id };
    await recordAdminAction(tx, { actorId: null, action: 'role-granted', target, details: { role }, now });
    return granted;
  });
  if (user === null) return unknownUser(email);
  const doubt = " The email isn't verified: make sure this is the right account.";
  return { text: `${email} is now ${titles[role]}.${user.emailVerified ? '' : doubt}`, done: true };
}

const refusals: Record<string, string> = {
  'last-admin-keeps-role': 'is the last admin and keeps the role. Make someone else admin first.',
  'admin-by-settings': 'is an admin by ADMIN_EMAILS or by the sign-in provider: change it there.',
};

export async function runRevoke(
  database: Database,
  email: string,
  role: string | undefined,
  adminEmails: readonly string[],
): Promise<Answer> {
  if (role === undefined || !isStaffRole(role)) return unknownRole(role);
  try {
    return await database.transaction((tx) => revoke(tx, email, role, adminEmails));
  } catch (error) {
    const refusal = error instanceof HttpProblem ? refusals[error.code] : undefined;
    if (refusal === undefined) throw error;
    return { text: `${email} ${refusal}`, done: false };
  }
}

async function revoke(
  tx: Transaction,
  email: string,
  role: StaffRole,
  adminEmails: readonly string[],
): Promise<Answer> {
  const user = await findUserByEmail(tx, email);
  if (user === null) return unknownUser(email);
  const now = systemClock.now();
  const { revoked } = await setRoles(tx, {
    adminEmails: new Set(adminEmails),
    userId: user.id,
    change: (present) => present.filter((each) => each !== role),
    now,
  });
  if (revoked.length === 0) return { text: `${email} isn't ${titles[role]}.`, done: false };
  const target = { kind: 'user' as const, id: user.id };
  await recordAdminAction(tx, { actorId: null, action: 'role-revoked', target, details: { role }, now });
  return { text: `${email} is no longer ${titles[role]}.`, done: true };
}
