import { eq } from 'drizzle-orm';
import { spendBudget } from '../budgets/spend-budget.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { CurrentUser, ProfileUpdate } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { toCurrentUser } from './to-current-user.ts';
import { users } from '../table.ts';

type StoredUser = typeof users.$inferSelect;

/**
 * Makes an upload of a locked user their profile image, in the transaction that writes the profile; null removes
 * it. A hook: photos build on accounts. Throws 'profile-image-not-attachable'.
 */
export type AttachProfileImage = (
  tx: Transaction,
  image: { userId: string; url: string | null },
) => Promise<void>;

type ProfileContext = Pick<ServerContext, 'database' | 'clock' | 'events'> & {
  findUniversity: FindUniversity;
  attachProfileImage: AttachProfileImage;
};

/**
 * Updates the profile; from then on sync leaves name and image. Throws 'profile-image-not-attachable',
 * 'daily-limit-reached', 'account-paused', and 'invalid-token' if the user is deleted.
 */
export async function updateProfile(
  { database, clock, events, findUniversity, attachProfileImage }: ProfileContext,
  actor: Actor,
  wanted: ProfileUpdate,
): Promise<CurrentUser> {
  const userId = actor.id;
  const stored = await database.transaction(async (tx) => {
    const { user, changed } = await write(tx, attachProfileImage, { userId, wanted, now: clock.now() });
    for (const topic of changed) events.publish(topic, { userId });
    return user;
  });
  return toCurrentUser(stored, findUniversity, actor);
}

async function write(
  tx: Transaction,
  attachProfileImage: AttachProfileImage,
  { userId, wanted, now }: { userId: string; wanted: ProfileUpdate; now: Date },
) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user === undefined) throw commonProblem('invalid-token');
  const changes = changesOf(user, wanted);
  if (Object.keys(changes).length === 0) return { user, changed: [] };
  const { language: _chosen, isIndexable, ...shown } = changes;
  if (Object.keys(shown).length === 0) {
    const [updated] = await tx.update(users).set(changes).where(eq(users.id, userId)).returning();
    // No page shows the language, so no cached page ends.
    return {
      user: updated!,
      changed: isIndexable === undefined ? [userChanged] : [userChanged, profileChanged],
    };
  }
  // What others see waits for the end of a pause.
  if (user.pausedUntil !== null && user.pausedUntil > now) throw accountPaused(user.pausedUntil);
  if (changes.profileImage !== undefined) await attachProfileImage(tx, { userId, url: changes.profileImage });
  await spendBudget(tx, { userId, kind: 'profileEdits', now });
  const [updated] = await tx
    .update(users)
    .set({ ...changes, profileEditedAt: now })
    .where(eq(users.id, userId))
    .returning();
  return { user: updated!, changed: [userChanged, profileChanged] };
}

/** Only what differs: an unchanged image of the identity provider could not be chosen here. */
function changesOf(user: StoredUser, wanted: ProfileUpdate): Partial<StoredUser> {
  const { name, university, profileImage, language, isIndexable } = wanted;
  return {
    ...(name !== undefined && name !== user.name && { name }),
    ...(university !== undefined && university !== user.university && { university }),
    ...(profileImage !== undefined && profileImage !== user.profileImage && { profileImage }),
    ...(language !== undefined && language !== user.language && { language }),
    ...(isIndexable !== undefined && isIndexable !== user.isIndexable && { isIndexable }),
  };
}
