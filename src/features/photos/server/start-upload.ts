import { photoProblem } from '../contract.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { throwIfOverLimit } from '#platform/server/rate-limits/throw-if-over-limit.ts';
import { checkBudget } from '#features/accounts/server/public.ts';
import { unattachedPhotoRateLimit } from '../rules.ts';
import { photos } from './table.ts';

/** Returns the id of a new pending photo. Throws 'too-many-uploads', 'daily-limit-reached'. */
export async function startUpload(database: Database, actorId: string, now: Date): Promise<string> {
  return database.transaction(async (tx) => {
    // Locks the user, so that two concurrent starts are both counted.
    await checkBudget(tx, { userId: actorId, kind: 'photoBytes', now });
    await throwIfOverLimit(tx, {
      limit: unattachedPhotoRateLimit,
      table: photos,
      createdAt: photos.createdAt,
      where: and(eq(photos.ownerId, actorId), isNull(photos.bookId), isNull(photos.profileImageOfUserId)),
      now,
      toProblem: (retryAfter) => photoProblem('too-many-uploads', { retryAfter }),
    });
    const id = newId(now);
    await tx.insert(photos).values({ id, ownerId: actorId, createdAt: now, unattachedSince: now });
    return id;
  });
}
