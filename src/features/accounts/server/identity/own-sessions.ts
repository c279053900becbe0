import { and, desc, eq, gt } from 'drizzle-orm';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SignedInDevice } from '../../contract.ts';
import { sessionsEnded } from '../account-events.ts';
import { isHandheld, wordsOf } from './describe-device.ts';
import { endSessions, lockPersonOf } from './end-sessions.ts';
import { findOwnIdentity } from './find-own-identity.ts';
import { identitySessions } from './table.ts';

type Parts = Pick<ServerContext, 'database' | 'clock' | 'events'>;
/** `session`: the one that asks. */
type Person = { id: string; session: string | null };

/** Where somebody is signed in, this device first, then the last used one. */
export async function listOwnSessions({ database, clock }: Parts, person: Person): Promise<SignedInDevice[]> {
  const identity = await findOwnIdentity(database.orm, person.id);
  const rows = await database.orm
    .select()
    .from(identitySessions)
    .where(and(eq(identitySessions.userId, identity.id), gt(identitySessions.expiresAt, clock.now())))
    .orderBy(desc(identitySessions.updatedAt), desc(identitySessions.id))
    .limit(100);
  const devices = rows.map(({ id, userAgent, updatedAt }) => {
    const device = wordsOf(userAgent);
    const isCurrent = id === person.session;
    return { id, device, isHandheld: isHandheld(device), isCurrent, lastUsedAt: updatedAt.toISOString() };
  });
  return devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Signs one device out. Raises 'not-found' for what is not a session of the person's. */
export async function endOwnSession(parts: Parts, person: Person, sessionId: string): Promise<void> {
  const { database, events } = parts;
  const identity = await findOwnIdentity(database.orm, person.id);
  const ended = await database.orm
    .delete(identitySessions)
    .where(and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, identity.id)))
    .returning({ id: identitySessions.id });
  if (ended.length === 0) throw commonProblem('not-found');
  events.publish(sessionsEnded, { userId: person.id });
}

/** Signs all devices out but this one, or this one too. */
export async function endOwnSessions(parts: Parts, person: Person, keepThis: boolean): Promise<void> {
  const { database, events } = parts;
  const { id: identityId } = await findOwnIdentity(database.orm, person.id);
  await database.transaction(async (tx) => {
    await lockPersonOf(tx, identityId);
    await endSessions(tx, { identityId, except: keepThis ? person.session : null });
  });
  events.publish(sessionsEnded, { userId: person.id });
}
