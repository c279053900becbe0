import { photoProblem } from '../contract.ts';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { checkBudget } from '#features/budgets/server/public.ts';
import { photoLimits } from '../rules.ts';
import { photos } from './table.ts';

/** Returns the id of a new pending photo. Throws 'too-many-uploads', 'daily-limit-reached'. */
export async function startUpload(database: Database, actorId: string, now: Date): Promise<string> {
  return database.transaction(async (tx) => {
    // Locks the user, so that two concurrent starts are both counted.
    const actor = await tx.execute(sql`SELECT FROM users WHERE id = ${actorId} FOR NO KEY UPDATE`);
    if (actor.rowCount !== 1) throw commonProblem('invalid-token');
    await checkBudget(tx, { userId: actorId, kind: 'photoBytes', now });
    const loose = await tx
      .select({ createdAt: photos.createdAt })
      .from(photos)
      .where(
        and(
          eq(photos.ownerId, actorId),
          isNull(photos.bookId),
          isNull(photos.profileImageOfUserId),
          gt(photos.createdAt, new Date(now.getTime() - HOUR_MS)),
        ),
      )
      .orderBy(asc(photos.createdAt))
      .limit(photoLimits.looseAnHour);
    const [oldest] = loose;
    if (oldest !== undefined && loose.length >= photoLimits.looseAnHour) {
      const retryAfter = (oldest.createdAt.getTime() + HOUR_MS - now.getTime()) / 1000;
      throw photoProblem('too-many-uploads', { retryAfter: Math.max(1, retryAfter) });
    }
    const id = newId(now);
    await tx.insert(photos).values({ id, ownerId: actorId, createdAt: now, unattachedSince: now });
    return id;
  });
}
