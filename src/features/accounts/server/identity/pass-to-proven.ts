import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { profileChanged, sessionsEnded, userChanged } from '../account-events.ts';
import { type CampusPerson, campusProviderId } from './campus-person.ts';
import { endSessions, lockPersonOf } from './end-sessions.ts';
import { markVerified } from './mark-verified.ts';
import { identityAccounts, identityLinks, identityUsers } from './table.ts';

type Parts = Pick<ServerContext, 'database' | 'clock' | 'events'> & { findUniversity: FindUniversity };

/**
 * An account whose e-mail nobody has proven does not keep its owner out: it passes to whoever proves the e-mail, under their name.
 * Whoever made it may have been a stranger, so every other way into it ends: the password, sessions, tokens and mailed links.
 */
export async function passToProven(parts: Parts, person: CampusPerson): Promise<void> {
  const { database, clock, events } = parts;
  if (!person.emailVerified) return;
  const now = clock.now();
  const [unproven] = await database.orm
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.email, person.email), eq(identityUsers.emailVerified, false)));
  if (unproven === undefined) return;
  const identityId = unproven.id;
  const passed = await database.transaction(async (tx) => {
    const stored = await lockPersonOf(tx, identityId);
    const [identity] = await tx
      .select({ emailVerified: identityUsers.emailVerified })
      .from(identityUsers)
      .where(eq(identityUsers.id, identityId))
      .for('update');
    // Proven meanwhile, or gone.
    if (identity === undefined || identity.emailVerified) return null;
    const [own] = await tx
      .select({ id: identityAccounts.id })
      .from(identityAccounts)
      .where(
        and(
          eq(identityAccounts.userId, identityId),
          eq(identityAccounts.providerId, campusProviderId),
          eq(identityAccounts.accountId, person.subject),
        ),
      );
    // It is theirs already, from a time when the university did not vouch for the e-mail.
    if (own !== undefined) return null;
    await tx.delete(identityAccounts).where(eq(identityAccounts.userId, identityId));
    await tx.delete(identityLinks).where(eq(identityLinks.userId, identityId));
    await endSessions(tx, { identityId, except: null });
    await markVerified(tx, parts, { identityId, email: person.email, now });
    await tx
      .update(identityUsers)
      .set({ name: person.name, image: person.picture })
      .where(eq(identityUsers.id, identityId));
    return stored;
  });
  if (passed === null) return;
  events.publish(sessionsEnded, { userId: passed.id });
  events.publish(userChanged, { userId: passed.id });
  events.publish(profileChanged, { userId: passed.id });
}
