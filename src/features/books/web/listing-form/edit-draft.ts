import { knownFields, type Store } from './listing-draft.ts';
import { differingFields, type ListingValues } from './listing-values.ts';

/** The prefix marks what vanishes from the device at sign-out. */
export const editKey = (bookId: string): string => `bookswap:private:listing-edit:${bookId}`;

type Stored = { ownerId: string; changes: Partial<ListingValues> };

/**
 * Keeps what differs from the listing, and only that: what is changed elsewhere meanwhile is not changed back. Answers whether
 * the device keeps it; an edit without changes is forgotten.
 */
export function saveEditDraft(
  store: Store,
  [ownerId, bookId]: [ownerId: string, bookId: string],
  before: ListingValues,
  values: ListingValues,
): boolean {
  const changed = differingFields(before, values);
  try {
    if (changed.length === 0) {
      store.removeItem(editKey(bookId));
      return false;
    }
    const changes = Object.fromEntries(changed.map((field) => [field, values[field]]));
    store.setItem(editKey(bookId), JSON.stringify({ ownerId, changes } satisfies Stored));
    return true;
  } catch {
    // Private windows and full devices keep nothing; the form works all the same.
    return false;
  }
}

/** What its writer had changed, nothing for anybody else. */
export function readEditDraft(
  store: Store,
  [ownerId, bookId]: [ownerId: string, bookId: string],
): Partial<ListingValues> {
  try {
    const stored = JSON.parse(store.getItem(editKey(bookId)) ?? 'null') as Partial<Stored> | null;
    return stored?.ownerId === ownerId ? knownFields(stored.changes) : {};
  } catch {
    // Not written by this form.
    return {};
  }
}

export function clearEditDraft(store: Store, bookId: string): void {
  try {
    store.removeItem(editKey(bookId));
  } catch {
    // Nothing can be kept there either.
  }
}
