import { type DraftStore, openDraft } from '#platform/web/forms/open-draft.ts';

/** The name of the draft in which the rows of the shelf are stored. */
export const SHELF_DRAFT = 'shelf-draft';

/** How many books of a user's shelf are on this device alone: a sign-out deletes them. */
export function countUnlistedBooks(store: DraftStore, ownerId: string): number {
  const stored = openDraft(SHELF_DRAFT, store).read() as { ownerId?: unknown; rows?: unknown } | undefined;
  return stored?.ownerId === ownerId && Array.isArray(stored.rows) ? stored.rows.length : 0;
}
