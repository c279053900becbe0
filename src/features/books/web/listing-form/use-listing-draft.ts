import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { localDrafts } from '#platform/web/forms/open-draft.ts';
import type { Book } from '../../contract.ts';
import {
  clearDraft,
  clearEditDraft,
  readDraft,
  readEditDraft,
  saveDraft,
  saveEditDraft,
  type ListingDraft,
} from './listing-draft.ts';
import {
  emptyListing,
  isEmptyListing,
  isPostedListing,
  isSameListing,
  toListingValues,
  type ListingValues,
} from './listing-values.ts';

type Storage = {
  /** Returns whether the device stores something. */
  save: (values: ListingValues, now: Date) => boolean;
  clear: () => void;
};

/** Stores each change of a form on the device, for a reload, a failure and leaving. Browser only. */
function useFormDraft(read: () => { values: ListingValues; savedAt: Date | null }, { save, clear }: Storage) {
  const [{ values: initial, begun, ...stored }, setForm] = useState(() => ({ ...read(), begun: 0 }));
  const [savedAt, setSavedAt] = useState(stored.savedAt);
  // Photos arrive between renders, and after the form was left.
  const latest = useRef({ values: initial, savedAt, isFinished: false });

  const saveValues = (values: ListingValues) => {
    latest.current.values = values;
    if (latest.current.isFinished) return;
    const now = new Date();
    latest.current.savedAt = save(values, now) ? now : null;
    setSavedAt(latest.current.savedAt);
  };
  return {
    initial,
    /** Changes with each restart, so that uploads in progress belong to the form before. */
    begun,
    /** When the device stored the draft; null if there is none. */
    savedAt,
    latest,
    save: saveValues,
    /** Begins a new form with these values. */
    begin: (values: ListingValues) => {
      clear();
      saveValues(values);
      setForm((form) => ({ values, savedAt: null, begun: form.begun + 1 }));
    },
    /** Whether the device has stored what was entered and not sent. */
    isKept: () => latest.current.savedAt !== null && !latest.current.isFinished,
    /** Call after a successful request: later changes are not stored. */
    finish: () => {
      latest.current.isFinished = true;
      clear();
    },
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;

/** The values of a form that was replaced by the sign-in: the session had ended, and with it the draft. */
let interrupted: ({ ownerId: string } & ListingDraft) | null = null;

/** The forms that show the draft: one that was posted from a form since left is not posted again. */
const openForms = new Set<(posted: ListingValues) => void>();

/** A new listing. It is kept in memory, too, while its writer signs in again. */
export function useListingDraft(ownerId: string): FormDraft & { isRestored: boolean } {
  const draft = useFormDraft(
    () =>
      readDraft(localDrafts, ownerId) ??
      (interrupted?.ownerId === ownerId ? interrupted : { values: emptyListing, savedAt: null }),
    {
      save: (values, now) => saveDraft(localDrafts, ownerId, values, now),
      clear: () => clearDraft(localDrafts),
    },
  );
  const { initial, begun, latest } = draft;
  const onMount = useEffectEvent(() => {
    interrupted = null;
    if (draft.savedAt !== null) saveDraft(localDrafts, ownerId, initial, draft.savedAt);
  });
  useEffect(() => {
    onMount();
    const { pathname } = location;
    const form = latest.current;
    return () => {
      if (form.isFinished || isEmptyListing(form.values)) return;
      if (location.pathname === pathname) interrupted = { ownerId, values: form.values, savedAt: new Date() };
    };
  }, [latest, ownerId]);
  const onPosted = useEffectEvent((posted: ListingValues) => {
    const { values, isFinished } = latest.current;
    if (!isFinished && isPostedListing(posted, values)) draft.begin(emptyListing);
  });
  useEffect(() => {
    const listener = (posted: ListingValues) => onPosted(posted);
    openForms.add(listener);
    return () => void openForms.delete(listener);
  }, []);
  return {
    ...draft,
    /** The form began with a stored draft. */
    isRestored: begun === 0 && !isEmptyListing(initial),
    finish: () => {
      if (latest.current.isFinished) return;
      draft.finish();
      for (const tell of openForms) tell(latest.current.values);
    },
  };
}

/** The changes to a listing. `before`: it does not change when the listing is fetched again. */
export function useEditDraft(ownerId: string, book: Book): FormDraft & { before: ListingValues } {
  const [before] = useState(() => toListingValues(book));
  const draft = useFormDraft(
    () => {
      const values = { ...before, ...readEditDraft(localDrafts, [ownerId, book.id]) };
      return { values, savedAt: isSameListing(before, values) ? null : new Date() };
    },
    {
      save: (values) => saveEditDraft(localDrafts, [ownerId, book.id], before, values),
      clear: () => clearEditDraft(localDrafts, book.id),
    },
  );
  return { ...draft, before };
}
