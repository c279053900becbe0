import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Saves the push token of the user's newest device, or null, in the transaction that adds or deletes it. */
export async function savePushToken(tx: Transaction, userId: string, token: string | null): Promise<void> {
  await tx.update(users).set({ fcmToken: token }).where(eq(users.id, userId));
}
