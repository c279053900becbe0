import { z } from 'zod';
import { type DraftStore, openDraft } from '#platform/web/forms/open-draft.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { bookLimits, conditions } from '../../rules.ts';
import { listingFields } from '../listing-form/listing-values.ts';
import { SHELF_DRAFT } from './count-unlisted-books.ts';
import type { ShelfRows } from './shelf-rows.ts';

const draftIn = (store: DraftStore) => openDraft(SHELF_DRAFT, store);
/** Changes of other tabs name it. */
export const shelfDraftKey = (store: DraftStore): string => draftIn(store).key;

const condition = z.enum(['', ...conditions]);
const row = z.object({
  id: uuidSchema,
  isbn: z.string(),
  title: z.string(),
  author: z.string(),
  subject: z.string(),
  condition,
  price: z.string(),
  suggested: z.string(),
  suggestedFor: condition,
  images: z.array(z.string()).max(1),
  lookup: z.enum(['looking', 'known', 'unknown', 'failed']),
  problem: z.object({ text: z.string(), fields: z.array(z.enum(listingFields)) }).nullable(),
});
const draft = z.object({ ownerId: z.string(), rows: z.array(z.unknown()) });

/** Saves the rows for their writer only. Returns whether the device stores them. */
export function saveShelf(store: DraftStore, ownerId: string, rows: ShelfRows): boolean {
  if (rows.length > 0) return draftIn(store).save({ ownerId, rows });
  draftIn(store).clear();
  return true;
}

/** The writer's own rows; rows that cannot be read are left out. */
export function readShelf(store: DraftStore, ownerId: string): ShelfRows {
  const stored = draft.safeParse(draftIn(store).read());
  if (!stored.success || stored.data.ownerId !== ownerId) return [];
  return stored.data.rows.flatMap((item) => row.safeParse(item).data ?? []).slice(0, bookLimits.shelf);
}
