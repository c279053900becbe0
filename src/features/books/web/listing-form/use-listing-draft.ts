import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { localDrafts } from '#platform/web/forms/open-draft.ts';
import { clearDraft, saveDraft, readDraft, type ListingDraft } from './listing-draft.ts';
import { emptyListing, isEmptyListing, isPostedListing, type ListingValues } from './listing-values.ts';

export type DraftedListing = {
  values: ListingValues;
  /** When the device stored the draft; null if it is empty or storage is unavailable. */
  savedAt: Date | null;
  /** The form started with a stored draft. */
  restored: boolean;
  startOver: () => void;
  /** Changes with each restart, so that uploads in progress belong to the discarded form. */
  begun: number;
  change: (part: Partial<ListingValues>) => void;
  /** Whether the device has stored what was entered and not posted. */
  isKept: () => boolean;
  /** Call after a successful post: later changes are not stored. */
  finish: () => void;
};

/**
 * The values of a form that was replaced by the sign-in: the session had ended, and with it the stored
 * draft.
 */
let interrupted: { ownerId: string; values: ListingValues } | null = null;

/** The forms that show the draft: one that was posted from a form since left is not posted again. */
const openForms = new Set<(posted: ListingValues) => void>();

const readInterrupted = (ownerId: string): ListingDraft | null =>
  interrupted?.ownerId === ownerId ? { values: interrupted.values, savedAt: new Date() } : null;

/**
 * A new listing. Stores every change on the device, so that it survives a reload, a failed post and leaving
 * the page; keeps it in memory while its writer signs in again. Browser only: the server has no storage.
 */
export function useListingDraft(ownerId: string): DraftedListing {
  const [kept] = useState(() => readDraft(localDrafts, ownerId) ?? readInterrupted(ownerId));
  const [restored, setRestored] = useState(kept !== null);
  const [begun, setBegun] = useState(0);
  const [values, setValues] = useState(kept?.values ?? emptyListing);
  const [savedAt, setSavedAt] = useState(kept?.savedAt ?? null);
  // Changes come in between renders too (photos as they arrive), each on top of the one before.
  const latest = useRef({ values, savedAt, finished: false });

  useEffect(() => {
    interrupted = null;
    if (kept !== null) saveDraft(localDrafts, ownerId, kept.values, kept.savedAt);
    const { pathname } = location;
    const form = latest.current;
    return () => {
      if (form.finished || isEmptyListing(form.values)) return;
      if (location.pathname === pathname) interrupted = { ownerId, values: form.values };
    };
  }, [kept, ownerId]);

  const change = (part: Partial<ListingValues>) => {
    const next = { ...latest.current.values, ...part };
    latest.current.values = next;
    setValues(next);
    if (latest.current.finished) return;
    const now = new Date();
    latest.current.savedAt = saveDraft(localDrafts, ownerId, next, now) && !isEmptyListing(next) ? now : null;
    setSavedAt(latest.current.savedAt);
  };
  const startOver = () => {
    latest.current.values = emptyListing;
    latest.current.savedAt = null;
    // The name under which it may have been posted goes with it: the next listing is another one.
    clearDraft(localDrafts);
    setValues(emptyListing);
    setSavedAt(null);
    setRestored(false);
    setBegun(begun + 1);
  };
  const onPosted = useEffectEvent((posted: ListingValues) => {
    if (!latest.current.finished && isPostedListing(posted, latest.current.values)) startOver();
  });
  useEffect(() => {
    const listener = (posted: ListingValues) => onPosted(posted);
    openForms.add(listener);
    return () => void openForms.delete(listener);
  }, []);
  const finish = () => {
    latest.current.finished = true;
    clearDraft(localDrafts);
    for (const tell of openForms) tell(latest.current.values);
  };
  const isKept = () => !latest.current.finished && latest.current.savedAt !== null;
  return { values, savedAt, restored, startOver, begun, change, isKept, finish };
}
