import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { toStudentUntil } from '../../student-badge-year.ts';
import type { CurrentUser } from '../../contract.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { toRoles } from '../staff/find-staff.ts';
import type { users } from '../table.ts';

export function toCurrentUser(
  user: typeof users.$inferSelect,
  findUniversity: FindUniversity,
  { roles, rolesWithPasskey = roles }: Pick<Actor, 'roles' | 'rolesWithPasskey'>,
): CurrentUser {
  return {
    id: user.id,
    name: user.name,
    university: user.university,
    studentUniversity: user.studentUniversity,
    profileImage: user.profileImage,
    totalSales: user.totalSales,
    email: user.email,
    emailVerified: user.emailVerified,
    isAdmin: user.isAdmin,
    roles: toRoles(user),
    needsPasskey: roles.length < rolesWithPasskey.length,
    isAdFreeSubscriber: user.isAdFreeSubscriber,
    language: user.language,
    isIndexable: user.isIndexable,
    subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
    studentUntil: studentUntilOf(user, findUniversity),
    pausedUntil: user.pausedUntil?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

/** The year outlasts a change to an email of no university: such a user has nothing to confirm. */
const studentUntilOf = (
  { email, emailVerified, studentConfirmedAt }: typeof users.$inferSelect,
  findUniversity: FindUniversity,
): string | null =>
  studentConfirmedAt === null || !emailVerified || findUniversity(email) === null
    ? null
    : toStudentUntil(studentConfirmedAt).toISOString();
