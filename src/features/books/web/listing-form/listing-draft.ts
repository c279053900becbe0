import { type DraftStore, openDraft } from '#platform/web/forms/open-draft.ts';
import { bookInput } from '../../contract.ts';
import {
  emptyListing,
  isEmptyListing,
  listingFields,
  pickChanged,
  type ListingValues,
} from './listing-values.ts';

/** A listing that was posted or changed on this device only, for its writer. */
const draftIn = (store: DraftStore) => openDraft('listing-draft', store);
const idIn = (store: DraftStore) => openDraft('listing-id', store);
const editIn = (store: DraftStore, bookId: string) => openDraft(`listing-edit:${bookId}`, store);

export type ListingDraft = { values: ListingValues; savedAt: Date };

type Stored = { ownerId: string; savedAt: string; values: unknown };
type StoredEdit = { ownerId: string; changes: Partial<ListingValues> };

/** Saves the entered values for their writer only. Returns whether a draft is stored: an empty form has none. */
export function saveDraft(store: DraftStore, ownerId: string, values: ListingValues, now: Date): boolean {
  if (!isEmptyListing(values))
    return draftIn(store).save({ ownerId, savedAt: now.toISOString(), values } satisfies Stored);
  draftIn(store).clear();
  return false;
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
  // The next listing is another one.
  idIn(store).clear();
}

/** The name under which this draft is posted, the same at every attempt, also after a reload. */
export function draftListingId(store: DraftStore): string {
  const id = idIn(store).readText() ?? crypto.randomUUID();
  idIn(store).saveText(id);
  return id;
}

type Edit = [ownerId: string, bookId: string];

/** Saves only the differences: a change on another device is not undone. Returns whether it is stored. */
export function saveEditDraft(
  store: DraftStore,
  [ownerId, bookId]: Edit,
  before: ListingValues,
  values: ListingValues,
): boolean {
  const changes = pickChanged(values, before, values);
  if (Object.keys(changes).length > 0)
    return editIn(store, bookId).save({ ownerId, changes } satisfies StoredEdit);
  clearEditDraft(store, bookId);
  return false;
}

/** The changes of their writer; nothing for another user. */
export function readEditDraft(store: DraftStore, [ownerId, bookId]: Edit): Partial<ListingValues> {
  const stored = editIn(store, bookId).read() as Partial<StoredEdit> | undefined;
  return stored?.ownerId === ownerId ? knownFields(stored.changes) : {};
}

export const clearEditDraft = (store: DraftStore, bookId: string): void => editIn(store, bookId).clear();

/** Picks the form's fields from the stored value, if they have the right type. */
function knownFields(stored: unknown): Partial<ListingValues> {
  const from = Object(stored) as Record<string, unknown>;
  // Version 0.1.0 stores the price as `priceDisplay`.
  const fields = listingFields.map((field) => [
    field,
    readDraftField(
      emptyListing[field],
      from[field] ?? (field === 'price' ? from['priceDisplay'] : undefined),
    ),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Partial<ListingValues>;
}

/** What was stored of a field whose empty value is `empty`; undefined if it is of another type. */
export function readDraftField(empty: unknown, stored: unknown): unknown {
  if (Array.isArray(empty))
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : undefined;
  if (typeof empty !== 'object') return typeof stored === typeof empty ? stored : undefined;
  const details = bookInput.shape.conditionDetails.safeParse(stored);
  return stored !== undefined && details.success ? (details.data ?? {}) : undefined;
}
