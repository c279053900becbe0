import { photoProblem } from '../contract.ts';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { parsePhotoId } from '../stored-photo.ts';
import { photos } from './table.ts';
import { textToken } from '#platform/shared/texts/t.ts';

/** `url`: the new profile image, or null for none. The caller has locked the user. */
type ProfileImageInput = { userId: string; url: string | null };

/**
 * Makes an upload of the user their profile image, in the transaction that writes the profile, and detaches
 * the previous one. Throws 'profile-image-not-attachable' unless it is a complete upload of theirs without a
 * listing.
 */
export async function attachProfileImage(tx: Transaction, { userId, url }: ProfileImageInput): Promise<void> {
  const id = url === null ? null : parsePhotoId(url);
  if (url !== null && (id === null || !(await isUsable(tx, userId, id))))
    throw photoProblem('profile-image-not-attachable', {
      errors: [{ path: 'profileImage', text: textToken('photos.field.images.not-uploaded') }],
    });
  const before = eq(photos.profileImageOfUserId, userId);
  await tx
    .update(photos)
    .set({ profileImageOfUserId: null, unattachedSince: null })
    .where(id === null ? before : and(before, ne(photos.id, id)));
  if (id !== null)
    await tx
      .update(photos)
      .set({ profileImageOfUserId: userId, unattachedSince: null })
      .where(eq(photos.id, id));
}

async function isUsable(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const [photo] = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        eq(photos.id, id),
        eq(photos.ownerId, userId),
        eq(photos.status, 'stored'),
        isNull(photos.bookId),
        or(isNull(photos.profileImageOfUserId), eq(photos.profileImageOfUserId, userId)),
      ),
    )
    .for('update');
  return photo !== undefined;
}
