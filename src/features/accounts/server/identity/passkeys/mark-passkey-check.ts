import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { identitySessions } from '../table.ts';

/** A passkey was used in this session. */
export async function markPasskeyCheck(
  orm: Pick<Database['orm'], 'update'>,
  sessionId: string,
  now: Date,
): Promise<void> {
  await orm.update(identitySessions).set({ passkeyCheckedAt: now }).where(eq(identitySessions.id, sessionId));
}
