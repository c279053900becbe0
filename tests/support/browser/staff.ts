/** Members of the team for the journeys, who get their role as in the product: from an admin. */
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { type E2eUser, signInDemoAdmin } from './users.ts';

/** Gives users a role. `baseURL`: of a product with the demo campus, whose admin gives it. */
export async function grantRole(
  baseURL: string,
  role: StaffRole,
  ...users: readonly E2eUser[]
): Promise<void> {
  const admin = await signInDemoAdmin(baseURL);
  for (const { id } of users) await admin.call('PUT', `/api/admin/users/${id}/roles`, { roles: [role] });
}
