import type { OwnUser } from '../contract.ts';
import { users } from './table.ts';

/** How a seller stands beside something of theirs: the columns to join. */
export const sellerColumns = {
  id: users.id,
  name: users.name,
  profileImage: users.profileImage,
  university: users.university,
};

/** What a person sees of themselves. */
export function toOwnUser(user: typeof users.$inferSelect): OwnUser {
  const { id, name, university, profileImage, totalSales, email, isAdmin, isAdFreeSubscriber } = user;
  return {
    id,
    name,
    university,
    profileImage,
    totalSales,
    email,
    isAdmin,
    isAdFreeSubscriber,
    subscriptionExpiresAt: user.subscriptionExpiresAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
