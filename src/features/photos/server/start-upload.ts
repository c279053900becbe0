import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { throwIfOverLimit } from '#platform/server/rate-limits/throw-if-over-limit.ts';
import { checkBudget } from '#features/accounts/server/budgets/public.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { photoProblem } from '../contract.ts';
import { photoTimes, unattachedPhotoRateLimit } from '../rules.ts';
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

const PURPOSE = 'photo-upload';

/** A signed upload path, and its end. Its holder may store this one photo, once. */
export function signUploadUrl(secrets: Secrets, id: string, now: Date): { path: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + photoTimes.uploadUrlTtlMs);
  const expires = String(expiresAt.getTime());
  const signature = secrets.sign(PURPOSE, `${id}.${expires}`);
  return { path: `/objects/upload/${id}?${new URLSearchParams({ expires, signature })}`, expiresAt };
}

/** Throws 'invalid-upload-url' and 'upload-url-expired'; an accepted id is a UUID that we created. */
export function verifyUploadUrl(
  secrets: Secrets,
  address: { id: string; expires: unknown; signature: unknown },
  now: Date,
): void {
  const { id, expires, signature } = address;
  if (typeof expires !== 'string' || typeof signature !== 'string') throw photoProblem('invalid-upload-url');
  if (!secrets.verify(PURPOSE, `${id}.${expires}`, signature)) throw photoProblem('invalid-upload-url');
  if (!(Number(expires) > now.getTime())) throw photoProblem('upload-url-expired');
}
