import type { OwnUser } from '../contract.ts';
import type { users } from './table.ts';

/** What a person sees of themselves. */
export function toOwnUser(user: typeof users.$inferSelect): OwnUser {
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
