import type { CurrentUser } from '#features/accounts/contract.ts';
import type { users } from '../table.ts';

/** What a person sees of themselves. */
export function toCurrentUser(user: typeof users.$inferSelect): CurrentUser {
  const {
    id,
    name,
    university,
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
    studentVerified: user.studentUniversity !== null,
    profileImage,
    totalSales,
    email,
    emailVerified,
    isAdmin,
    isAdFreeSubscriber,
    subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
