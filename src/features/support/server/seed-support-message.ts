import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { supportMessages } from './table.ts';

type SupportMessageSeed = {
  /** Null for a visitor. */
  userId: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  at: Date;
};

/** Writes an open message to support of the demo campus. No email is sent. */
export async function seedSupportMessage(
  tx: Transaction,
  { at, ...message }: SupportMessageSeed,
): Promise<void> {
  await tx.insert(supportMessages).values({ id: newId(at), ...message, createdAt: at });
}
