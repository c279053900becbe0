import type { Accounts } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { staffRoles, type StaffRole } from '#platform/shared/team/staff-roles.ts';

type Context = { database: Database; accounts: Pick<Accounts, 'setRoles'> };
type Input = { actorId: string; userId: string; roles: readonly StaffRole[] };

/** Records each change. Throws 'user-not-found', 'last-admin-keeps-role' and 'admin-by-settings'. */
export async function setRolesOfUser(
  { database, accounts }: Context,
  { actorId, userId, roles }: Input,
  now: Date,
): Promise<{ roles: StaffRole[] }> {
  await database.transaction(async (tx) => {
    const target = { kind: 'user' as const, id: userId };
    const { granted, revoked } = await accounts.setRoles(tx, userId, roles, now);
    for (const role of granted)
      await recordAdminAction(tx, { actorId, action: 'role-granted', target, details: { role }, now });
    for (const role of revoked)
      await recordAdminAction(tx, { actorId, action: 'role-revoked', target, details: { role }, now });
  });
  return { roles: staffRoles.filter((role) => roles.includes(role)) };
}
