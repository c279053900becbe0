import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Pauses a user until then, or ends the pause with null. The caller publishes `userChanged` and `pauseChanged`. */
export async function setPause(tx: Transaction, userId: string, until: Date | null): Promise<void> {
  await tx.update(users).set({ pausedUntil: until }).where(eq(users.id, userId));
}

/** A moderator has approved a listing of the user: none of theirs waits from now on. */
export async function approveSeller(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ listingsApprovedAt: now }).where(eq(users.id, userId));
}
