import type { Transaction } from '#platform/server/database/database.ts';

/**
 * Makes an upload of a locked user their profile image, in the transaction that writes the profile; null removes
 * it. A hook: photos build on accounts. Throws 'profile-image-not-attachable'.
 */
export type AttachProfileImage = (
  tx: Transaction,
  image: { userId: string; url: string | null },
) => Promise<void>;
