import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { type CampusPerson, campusProviderId } from './campus-person.ts';
import { lockPersonOf, tellProven } from './end-sessions.ts';
import { handOver, lockUnproven } from './hand-over.ts';
import { identityAccounts, identityUsers } from './table.ts';

type Parts = Pick<ServerContext, 'database' | 'clock' | 'events'> & { findUniversity: FindUniversity };

/**
 * An account whose e-mail nobody has proven does not keep its owner out: it passes to whoever proves the e-mail, under their name.
 */
export async function passToProven(parts: Parts, person: CampusPerson): Promise<void> {
  const { database, clock } = parts;
  if (!person.emailVerified) return;
  const now = clock.now();
  const [unproven] = await database.orm
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.email, person.email), eq(identityUsers.emailVerified, false)));
  if (unproven === undefined) return;
  const identityId = unproven.id;
  const passed = await database.transaction(async (tx) => {
    await lockPersonOf(tx, identityId);
    // Proven meanwhile, or gone.
    if (!(await lockUnproven(tx, identityId))) return false;
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
    if (own !== undefined) return false;
    await handOver(tx, parts, { identityId, owner: person, now });
    return true;
  });
  if (passed) await tellProven(parts, identityId);
}
