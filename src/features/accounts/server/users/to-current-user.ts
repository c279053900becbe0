import { toStudentUntil } from '../../student-badge-year.ts';
import type { CurrentUser } from '../../contract.ts';
import type { users } from '../table.ts';

/** A user's own data. */
export function toCurrentUser(user: typeof users.$inferSelect): CurrentUser {
  const {
    id,
    name,
    university,
    studentUniversity,
    profileImage,
    totalSales,
    email,
    emailVerified,
    isAdmin,
    isAdFreeSubscriber,
  } = user;
  return {
    id,
    name,
    university,
    studentUniversity,
    profileImage,
    totalSales,
    email,
    emailVerified,
    isAdmin,
    isAdFreeSubscriber,
    subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
    studentUntil:
      user.studentConfirmedAt === null ? null : toStudentUntil(user.studentConfirmedAt).toISOString(),
    createdAt: user.createdAt.toISOString(),
  };
}
