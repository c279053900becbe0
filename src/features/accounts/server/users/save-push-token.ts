import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Notes the push token of a person's newest device, in the transaction that brings or takes it; null where they have none left. */
export async function savePushToken(tx: Transaction, userId: string, token: string | null): Promise<void> {
  await tx.update(users).set({ fcmToken: token }).where(eq(users.id, userId));
}
