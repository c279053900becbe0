import { bookLimits } from '#features/books/rules.ts';
import { emptyListing, isEmptyListing, listingFields, type ListingValues } from './listing-values.ts';

/** The prefix marks what vanishes from the device at sign-out. */
export const draftKey = 'bookswap:private:listing-draft';
const idKey = 'bookswap:private:listing-id';

export type ListingDraft = { values: ListingValues; savedAt: Date };
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's store, reached for only when used: a browser that forbids it throws already at its name. */
export const device: Store = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

type Stored = { ownerId: string; savedAt: string; values: unknown };

/** Keeps what was typed, for its writer only; an empty form keeps nothing. Answers whether the device could. */
export function saveDraft(store: Store, ownerId: string, values: ListingValues, now: Date): boolean {
  try {
    if (isEmptyListing(values)) store.removeItem(draftKey);
    else
      store.setItem(
        draftKey,
        JSON.stringify({ ownerId, savedAt: now.toISOString(), values } satisfies Stored),
      );
    return true;
  } catch {
    // Private windows and full devices keep nothing; the form works all the same.
    return false;
  }
}

/** The writer's own draft. Somebody else's is left alone and never shown; what is none is forgotten. */
export function readDraft(store: Store, ownerId: string): ListingDraft | null {
  try {
    const text = store.getItem(draftKey);
    if (text === null) return null;
    const stored = JSON.parse(text) as Partial<Stored> | null;
    const savedAt = new Date(stored?.savedAt ?? '');
    if (typeof stored?.ownerId === 'string' && !Number.isNaN(savedAt.getTime())) {
      return stored.ownerId === ownerId
        ? { values: { ...emptyListing, ...knownFields(stored.values) }, savedAt }
        : null;
    }
  } catch {
    // Not written by this form.
  }
  clearDraft(store);
  return null;
}

export function clearDraft(store: Store): void {
  try {
    store.removeItem(draftKey);
    store.removeItem(idKey);
  } catch {
    // Nothing can be kept there either.
  }
}

/** Of what was stored only the fields that the form has, where they are of the kind that they are in it. */
export function knownFields(stored: unknown): Partial<ListingValues> {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const lines = listingFields.filter((field) => field !== 'images' && typeof from[field] === 'string');
  const images = from['images'];
  return {
    ...(Object.fromEntries(lines.map((field) => [field, from[field]])) as Partial<ListingValues>),
    ...(Array.isArray(images) && {
      images: images.filter((image) => typeof image === 'string').slice(0, bookLimits.images),
    }),
  };
}

/** The name under which this draft is posted, the same at every attempt, also after a reload. */
export function draftListingId(store: Store): string {
  try {
    const kept = store.getItem(idKey) ?? crypto.randomUUID();
    store.setItem(idKey, kept);
    return kept;
  } catch {
    return crypto.randomUUID();
  }
}
