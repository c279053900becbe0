import { bookInput } from '../../contract.ts';
import { MAX_COURSES_OF_LISTING } from '../../course-code.ts';
import { bookLimits } from '../../rules.ts';
import { type DraftStore, openDraft } from '#platform/web/forms/open-draft.ts';
import { emptyListing, isEmptyListing, listingFields, type ListingValues } from './listing-values.ts';

const draftIn = (store: DraftStore) => openDraft('listing-draft', store);
const idIn = (store: DraftStore) => openDraft('listing-id', store);

export type ListingDraft = { values: ListingValues; savedAt: Date };

type Stored = { ownerId: string; savedAt: string; values: unknown };

/**
 * Saves the entered values for their writer only; an empty form removes the draft. Returns whether the
 * device stores it.
 */
export function saveDraft(store: DraftStore, ownerId: string, values: ListingValues, now: Date): boolean {
  if (isEmptyListing(values)) {
    draftIn(store).clear();
    return true;
  }
  return draftIn(store).save({ ownerId, savedAt: now.toISOString(), values } satisfies Stored);
}

/** The writer's own draft. One of another user stays and is never shown; unreadable content is removed. */
export function readDraft(store: DraftStore, ownerId: string): ListingDraft | null {
  const draft = draftIn(store);
  if (draft.readText() === null) return null;
  const stored = draft.read() as Partial<Stored> | undefined;
  const savedAt = new Date(stored?.savedAt ?? '');
  if (typeof stored?.ownerId === 'string' && !Number.isNaN(savedAt.getTime())) {
    return stored.ownerId === ownerId
      ? { values: { ...emptyListing, ...knownFields(stored.values) }, savedAt }
      : null;
  }
  clearDraft(store);
  return null;
}

export function clearDraft(store: DraftStore): void {
  draftIn(store).clear();
  idIn(store).clear();
}

/** Picks the form's fields from the stored value, if they have the right type. */
export function knownFields(stored: unknown): Partial<ListingValues> {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const { images, courses, conditionDetails } = from;
  const lines = listingFields.filter(
    (field) => typeof emptyListing[field] === 'string' && typeof from[field] === 'string',
  );
  const details = bookInput.shape.conditionDetails.safeParse(conditionDetails);
  return {
    ...(Object.fromEntries(lines.map((field) => [field, from[field]])) as Partial<ListingValues>),
    ...(conditionDetails !== undefined && details.success && { conditionDetails: details.data ?? {} }),
    ...(Array.isArray(images) && {
      images: images.filter((image) => typeof image === 'string').slice(0, bookLimits.images),
    }),
    ...(Array.isArray(courses) && {
      courses: courses.filter((course) => typeof course === 'string').slice(0, MAX_COURSES_OF_LISTING),
    }),
  };
}

/** The name under which this draft is posted, the same at every attempt, also after a reload. */
export function draftListingId(store: DraftStore): string {
  const id = idIn(store).readText() ?? crypto.randomUUID();
  idIn(store).saveText(id);
  return id;
}
