/** Members of the team for the journeys, who get their role as in the product: from an admin. */
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { E2eUser } from './users.ts';

export async function grantRole(admin: E2eUser, role: StaffRole, ...users: E2eUser[]): Promise<void> {
  for (const { id } of users) await admin.call('PUT', `/api/admin/users/${id}/roles`, { roles: [role] });
}
