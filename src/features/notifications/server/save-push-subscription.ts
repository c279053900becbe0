import { ECDH } from 'node:crypto';
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { lockSessionOfRequest } from '#features/accounts/server/public.ts';
import { savePushToken } from '#features/accounts/server/users/public.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { notificationProblem, type PushSubscriptionInput } from '../contract.ts';
import { isPushEndpoint, MAX_DEVICES_PER_USER } from '../rules.ts';
import { pushSubscriptions } from './table.ts';

const lockEndpoint = createKeyedLock('push endpoint');

type Context = Pick<ServerContext, 'database' | 'clock'> & { services: readonly string[] };

/**
 * Stores the browser's subscription for the actor, or confirms it. Takes it from any previous user. Throws
 * 'invalid-push-subscription', and 'invalid-token' if the session has ended meanwhile.
 */
export async function savePushSubscription(
  { database, clock, services }: Context,
  by: { actor: Pick<Actor, 'id'>; caller: Caller },
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  if (!isPushEndpoint(endpoint, services) || !isOnCurve(keys.p256dh))
    throw notificationProblem('invalid-push-subscription');
  const now = clock.now();
  const { actor, caller } = by;
  await database.transaction(async (tx) => {
    // Two concurrent first requests would both find no row, and the second would overwrite the row of the
    // first.
    await lockEndpoint(tx, endpoint);
    // The lock may have taken a while. A device of an ended session would get messages forever.
    const sessionId = await lockSessionOfRequest(tx, by);
    const [known] = await tx
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, endpoint))
      .for('update');
    if (known !== undefined && known.userId !== actor.id) {
      // A client without its keys is not this browser, even if it knows the address.
      if (known.p256dh !== keys.p256dh || known.auth !== keys.auth)
        throw notificationProblem('invalid-push-subscription');
      await removeDevices(tx, known.userId, eq(pushSubscriptions.id, known.id));
    }
    const confirmed = { ...keys, sessionId, language: caller.language, confirmedAt: now };
    await tx
      .insert(pushSubscriptions)
      .values({ id: newId(now), userId: actor.id, endpoint, createdAt: now, ...confirmed })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: confirmed });
    const tooMany = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, actor.id))
      .orderBy(desc(pushSubscriptions.confirmedAt), desc(pushSubscriptions.id))
      .offset(MAX_DEVICES_PER_USER);
    await removeDevices(tx, actor.id, inArray(pushSubscriptions.id, tooMany));
  });
}

/** Deletes the actor's subscription of this device. Returns whether there was one. */
export function deletePushSubscription(
  { database }: Pick<ServerContext, 'database'>,
  actor: Pick<Actor, 'id'>,
  endpoint: string,
): Promise<boolean> {
  return database.transaction((tx) => removeDevices(tx, actor.id, eq(pushSubscriptions.endpoint, endpoint)));
}

/** Deletes devices of a user, who get no pushes that wait, and updates which one is the newest. */
export async function removeDevices(tx: Transaction, userId: string, which: SQL): Promise<boolean> {
  const removed = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), which))
    .returning({ id: pushSubscriptions.id });
  const [newest] = await tx
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.confirmedAt), desc(pushSubscriptions.id))
    .limit(1);
  await savePushToken(tx, userId, newest === undefined ? null : tokenOf(newest));
  return removed.length > 0;
}

/** The subscription in the format of the browser. */
const tokenOf = ({ endpoint, p256dh, auth }: typeof pushSubscriptions.$inferSelect): string =>
  JSON.stringify({ endpoint, keys: { p256dh, auth } } satisfies PushSubscriptionInput);

function isOnCurve(point: string): boolean {
  try {
    return ECDH.convertKey(point, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === point;
  } catch {
    return false;
  }
}
