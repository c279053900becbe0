import { photoProblem } from '../contract.ts';
import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { photoLimits } from '../rules.ts';
import { parsePhotoId } from '../stored-photo.ts';
import { photos } from './table.ts';
import { textToken } from '#platform/shared/texts/t.ts';

type AttachedPhotos = {
  /** The owner of the photos and the book, checked by the caller. */
  ownerId: string;
  bookId: string;
  /** The URLs of the photos, the cover first. */
  urls: readonly string[];
  now: Date;
};

/**
 * Attaches exactly these photos to a book, in the transaction that writes the book, and detaches its other
 * photos. Accepts complete uploads of the owner that belong to no other book, each once. Throws
 * 'too-many-photos' and 'photo-not-attachable', the latter with the paths of the wrong images.
 */
export async function attachPhotos(
  tx: Transaction,
  { ownerId, bookId, urls, now }: AttachedPhotos,
): Promise<void> {
  if (urls.length > photoLimits.files) throw photoProblem('too-many-photos');
  const ids = urls.map(parsePhotoId);
  const named = ids.filter((id) => id !== null);
  const usable = new Set<string>();
  if (named.length > 0) {
    // Locks in a fixed order, so that two listings with the same photos wait for each other instead of a
    // deadlock.
    const rows = await tx
      .select({ id: photos.id })
      .from(photos)
      .where(
        and(
          inArray(photos.id, named),
          eq(photos.ownerId, ownerId),
          eq(photos.status, 'stored'),
          isNull(photos.profileImageOfUserId),
          or(isNull(photos.bookId), eq(photos.bookId, bookId)),
        ),
      )
      .orderBy(photos.id)
      .for('update');
    for (const { id } of rows) usable.add(id);
  }
  refuseUnusable(ids, usable);

  const held = eq(photos.bookId, bookId);
  await tx
    .update(photos)
    .set({ bookId: null, unattachedSince: now })
    .where(named.length > 0 ? and(held, notInArray(photos.id, named)) : held);
  if (named.length === 0) return;
  await tx.update(photos).set({ bookId, unattachedSince: null }).where(inArray(photos.id, named));
}

function refuseUnusable(ids: readonly (string | null)[], usable: ReadonlySet<string>): void {
  const errors = ids.flatMap((id, at) => {
    if (id === null || !usable.has(id))
      return { path: `images.${at}`, text: textToken('photos.field.images.not-uploaded') };
    if (ids.indexOf(id) !== at)
      return { path: `images.${at}`, text: textToken('photos.field.images.repeated') };
    return [];
  });
  if (errors.length > 0) throw photoProblem('photo-not-attachable', { errors });
}

/**
 * Attaches photos again that this transaction has detached from a book: others refer to them. They stay
 * until others are attached to the book, or the book is deleted.
 */
export async function reattachPhotos(
  tx: Transaction,
  { bookId, urls }: { bookId: string; urls: readonly string[] },
): Promise<void> {
  const ids = urls.map(parsePhotoId).filter((id) => id !== null);
  if (ids.length === 0) return;
  const isDetached = and(
    isNull(photos.bookId),
    isNull(photos.profileImageOfUserId),
    eq(photos.status, 'stored'),
  );
  await tx
    .update(photos)
    .set({ bookId, unattachedSince: null })
    .where(and(inArray(photos.id, ids), isDetached));
}
