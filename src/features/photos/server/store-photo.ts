import { photoProblem } from '../contract.ts';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { ImageEncoder } from '#platform/server/images/reencode-image.ts';
import { type ObjectStorage, StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { StoredPhoto } from '../contract.ts';
import { photoTimes } from '../rules.ts';
import { photoSizes, photoUrl } from '../stored-photo.ts';
import { recordUsage } from '#features/accounts/server/budgets/public.ts';
import { photos } from './table.ts';

export const photoKey = (id: string, size: number): string => `${id}/${size}.webp`;
export const photoKeys = (id: string): string[] => photoSizes.map((size) => photoKey(id, size));

/** Returns the owner. Throws if the photo does not exist, is stored, or is being stored. */
export async function checkPending(database: Database, id: string, now: Date): Promise<string> {
  const [photo] = await database.orm
    .select({
      ownerId: photos.ownerId,
      status: photos.status,
      processingLeaseUntil: photos.processingLeaseUntil,
    })
    .from(photos)
    .where(and(eq(photos.id, id), isNotNull(photos.ownerId)));
  if (photo === undefined || photo.ownerId === null) throw photoProblem('photo-not-found');
  if (photo.status === 'stored') throw photoProblem('photo-already-stored');
  if (photo.processingLeaseUntil !== null && photo.processingLeaseUntil > now)
    throw photoProblem('photo-upload-in-progress', { retryAfter: 2 });
  return photo.ownerId;
}

type PhotoStoreContext = {
  database: Database;
  storage: ObjectStorage;
  pictures: ImageEncoder;
  clock: Clock;
};

/**
 * Re-encodes the file at `path` and stores it as the photo `id`. A lease gives that right to one upload
 * across all processes, so that concurrent ones do not mix their files. After a failure the photo stays
 * pending and can be uploaded again; at this address only when the lease expires, if the store was away.
 */
export async function storePhoto(
  parts: PhotoStoreContext,
  id: string,
  path: string,
  gone: AbortSignal,
): Promise<StoredPhoto> {
  const { database, clock } = parts;
  const now = clock.now();
  const lease = new Date(now.getTime() + photoTimes.leaseMs);
  const [leased] = await database.orm
    .update(photos)
    .set({ processingLeaseUntil: lease })
    .where(
      and(
        eq(photos.id, id),
        isNotNull(photos.ownerId),
        eq(photos.status, 'pending'),
        or(isNull(photos.processingLeaseUntil), lte(photos.processingLeaseUntil, now)),
      ),
    )
    .returning({ id: photos.id });
  if (leased === undefined) {
    await checkPending(database, id, now);
    throw photoProblem('photo-upload-in-progress', { retryAfter: 2 });
  }
  const mine = and(eq(photos.id, id), eq(photos.status, 'pending'), eq(photos.processingLeaseUntil, lease));
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(photoProblem('image-processing-busy', { retryAfter: 10 })),
    photoTimes.queueTimeoutMs,
  );
  try {
    return await storeLeased(parts, id, path, mine, AbortSignal.any([gone, late.signal]));
  } catch (error) {
    // The store may apply a PUT without a response later, over the file of another upload: the lease expires.
    const isUnfinished = error instanceof Error && error.cause instanceof StorageUnavailableError;
    if (!isUnfinished) await database.orm.update(photos).set({ processingLeaseUntil: null }).where(mine);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function storeLeased(
  { database, storage, pictures, clock }: PhotoStoreContext,
  id: string,
  path: string,
  mine: ReturnType<typeof and>,
  signal: AbortSignal,
): Promise<StoredPhoto> {
  const picture = await pictures.reencode(path, signal);
  if (!picture.ok) {
    const busy = picture.code === 'image-processing-busy' || picture.code === 'image-processing-timeout';
    throw photoProblem(picture.code, { cause: new Error(picture.detail), ...(busy && { retryAfter: 10 }) });
  }
  const { width, height, renditions } = picture;
  await whileStorageAnswers(async () => {
    for (const { size, bytes } of renditions) await storage.put(photoKey(id, size), bytes, 'image/webp');
  });
  const now = clock.now();
  const bytes = renditions.reduce((sum, rendition) => sum + rendition.bytes.length, 0);
  const sizes = renditions.map(({ size }) => size);
  const isStored = await database.transaction(async (tx) => {
    const [stored] = await tx
      .update(photos)
      .set({ status: 'stored', width, height, sizes, bytes, storedAt: now, processingLeaseUntil: null })
      .where(mine)
      .returning({ ownerId: photos.ownerId });
    if (stored?.ownerId) await recordUsage(tx, { userId: stored.ownerId, kind: 'photoBytes', now }, bytes);
    return stored !== undefined;
  });
  if (!isStored) {
    await checkPending(database, id, clock.now());
    throw photoProblem('image-processing-timeout', { retryAfter: 10 });
  }
  return { url: photoUrl(id), width, height };
}

const RETRY_AFTER_SECONDS = 5;

/** Throws 'photo-storage-unavailable' when the store of the photos does not answer. */
export async function whileStorageAnswers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof StorageUnavailableError)) throw cause;
    throw photoProblem('photo-storage-unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS });
  }
}
