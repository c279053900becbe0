import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Pauses a user until then, or ends the pause with null. The caller publishes `userChanged`. */
export async function setPause(tx: Transaction, userId: string, until: Date | null): Promise<void> {
  await tx.update(users).set({ pausedUntil: until }).where(eq(users.id, userId));
}
