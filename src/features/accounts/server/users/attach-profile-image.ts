import type { Transaction } from '#platform/server/database/database.ts';

/**
 * Makes an upload of a locked user their profile image, in the transaction that writes the profile; `url`
 * null: they have none any more. It belongs to the feature of photos, which knows accounts. Throws
 * 'profile-image-not-attachable'.
 */
export type AttachProfileImage = (
  tx: Transaction,
  image: { userId: string; url: string | null },
) => Promise<void>;
