import { decodeJwt } from 'jose';
import { and, eq, lt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identitySessions } from '../table.ts';

/** Milliseconds: as exactly as anybody needs to know when a device was used last. */
const TOUCH_INTERVAL_MS = 10 * 60_000;

/** A device has fetched a token: it is in use. */
export async function touchSession(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  token: string,
): Promise<void> {
  const { sid } = decodeJwt<{ sid: string }>(token);
  const now = clock.now();
  const before = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  await database.orm
    .update(identitySessions)
    .set({ updatedAt: now })
    .where(and(eq(identitySessions.id, sid), lt(identitySessions.updatedAt, before)));
}
