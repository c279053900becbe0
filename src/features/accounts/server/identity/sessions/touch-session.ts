import { decodeJwt } from 'jose';
import { and, eq, lt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { identitySessions } from '../../table.ts';

/** The precision of the time of last use. */
const TOUCH_INTERVAL_MS = 10 * MINUTE_MS;

/** Updates the time of last use of the session whose token was fetched. */
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
