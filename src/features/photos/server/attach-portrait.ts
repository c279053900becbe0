import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { photoIdOf } from '../rules.ts';
import { photoProblem } from './start-upload.ts';
import { photos } from './table.ts';

/** `url`: as it will stand with the person, who is locked; null for none. */
export type Portrait = { personId: string; url: string | null };

/**
 * Makes an upload of the person's their picture, in the transaction that writes it down; the one before is let go. Raises
 * 'portrait-not-usable' for what is no complete upload of theirs, or stands in a listing.
 */
export async function attachPortrait(tx: Transaction, { personId, url }: Portrait): Promise<void> {
  const id = url === null ? null : photoIdOf(url);
  if (url !== null && (id === null || !(await isUsable(tx, personId, id))))
    throw photoProblem('portrait-not-usable', {
      errors: [{ path: 'profileImage', message: 'This picture was not uploaded by you' }],
    });
  const before = eq(photos.portraitOf, personId);
  await tx
    .update(photos)
    .set({ portraitOf: null, looseSince: null })
    .where(id === null ? before : and(before, ne(photos.id, id)));
  if (id !== null)
    await tx.update(photos).set({ portraitOf: personId, looseSince: null }).where(eq(photos.id, id));
}

async function isUsable(tx: Transaction, personId: string, id: string): Promise<boolean> {
  const [photo] = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        eq(photos.id, id),
        eq(photos.ownerId, personId),
        eq(photos.status, 'stored'),
        isNull(photos.bookId),
        or(isNull(photos.portraitOf), eq(photos.portraitOf, personId)),
      ),
    )
    .for('update');
  return photo !== undefined;
}
