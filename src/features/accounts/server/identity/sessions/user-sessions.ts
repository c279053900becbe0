import { decodeJwt } from 'jose';
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SignedInDevice } from '../../../contract.ts';
import { sessionsEnded } from '../../account-events.ts';
import { users, identitySessions } from '../../table.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';
import { isHandheld, deviceLabel } from './describe-device.ts';
import { revokeSessions, lockUserOfIdentity } from './revoke-sessions.ts';
import { oldestSessionStart } from './session-tokens.ts';
import { getOwnIdentity } from '../get-own-identity.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events'>;

/** A user and the session of their request; null if another provider stores it. */
export type SessionOwner = { id: string; session: string | null };

/** The sessions of a user: this one first, then by last use. */
export async function listSessions(
  { database, clock }: Context,
  user: SessionOwner,
): Promise<SignedInDevice[]> {
  const identity = await getOwnIdentity(database.orm, user.id);
  const now = clock.now();
  const rows = await database.orm
    .select()
    .from(identitySessions)
    .where(
      and(
        eq(identitySessions.userId, identity.id),
        gt(identitySessions.expiresAt, now),
        gt(identitySessions.createdAt, oldestSessionStart(now)),
      ),
    )
    .orderBy(desc(identitySessions.updatedAt), desc(identitySessions.id))
    .limit(100);
  const devices = rows.map(({ id, userAgent, createdAt, updatedAt }) => {
    const device = deviceLabel(userAgent);
    return {
      id,
      device,
      isHandheld: isHandheld(device),
      isCurrent: id === user.session,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
    };
  });
  return devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Revokes one session. Throws 'not-found' if it is not a session of the user. */
export async function revokeSession(context: Context, user: SessionOwner, sessionId: string): Promise<void> {
  const { database, events } = context;
  const identity = await getOwnIdentity(database.orm, user.id);
  const ended = await database.orm
    .delete(identitySessions)
    .where(and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, identity.id)))
    .returning({ id: identitySessions.id });
  if (ended.length === 0) throw commonProblem('not-found');
  events.publish(sessionsEnded, { userId: user.id });
}

export async function revokeOtherSessions(
  context: Context,
  user: SessionOwner,
  keepThis: boolean,
): Promise<void> {
  const { database, events } = context;
  const { id: identityId } = await getOwnIdentity(database.orm, user.id);
  await database.transaction(async (tx) => {
    await lockUserOfIdentity(tx, identityId);
    await revokeSessions(tx, { identityId, except: keepThis ? user.session : null });
  });
  events.publish(sessionsEnded, { userId: user.id });
}

/** The sessions of a user for the export of their data, without tokens. */
export const exportSessions = ({ orm }: Database, userId: string) =>
  orm
    .select({
      device: identitySessions.userAgent,
      signedInAt: identitySessions.createdAt,
      lastUsedAt: identitySessions.updatedAt,
    })
    .from(identitySessions)
    .innerJoin(users, sql`${users.subject} = ${identitySessions.userId}::text`)
    .where(and(eq(users.id, userId), eq(users.issuer, EMBEDDED_ISSUER)))
    .orderBy(asc(identitySessions.createdAt), asc(identitySessions.id));

/** The precision of the time of last use. */
const TOUCH_INTERVAL_MS = 10 * MINUTE_MS;

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
