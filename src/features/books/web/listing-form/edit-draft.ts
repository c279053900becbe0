import { type DraftStore, openDraft } from '#platform/web/forms/open-draft.ts';
import { knownFields } from './listing-draft.ts';
import { differingFields, type ListingValues } from './listing-values.ts';

const draftIn = (store: DraftStore, bookId: string) => openDraft(`listing-edit:${bookId}`, store);

type Stored = { ownerId: string; changes: Partial<ListingValues> };

/**
 * Saves only the differences from the listing, so that a change on another device is not undone. Returns
 * whether the device stores it; an edit without changes is removed.
 */
export function saveEditDraft(
  store: DraftStore,
  [ownerId, bookId]: [ownerId: string, bookId: string],
  before: ListingValues,
  values: ListingValues,
): boolean {
  const changed = differingFields(before, values);
  if (changed.length === 0) {
    clearEditDraft(store, bookId);
    return false;
  }
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]]));
  return draftIn(store, bookId).save({ ownerId, changes } satisfies Stored);
}

/** The changes of their writer; nothing for another user. */
export function readEditDraft(
  store: DraftStore,
  [ownerId, bookId]: [ownerId: string, bookId: string],
): Partial<ListingValues> {
  const stored = draftIn(store, bookId).read() as Partial<Stored> | undefined;
  return stored?.ownerId === ownerId ? knownFields(stored.changes) : {};
}

export const clearEditDraft = (store: DraftStore, bookId: string): void => draftIn(store, bookId).clear();
