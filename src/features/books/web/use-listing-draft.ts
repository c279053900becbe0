import { useEffect, useRef, useState } from 'react';
import { toast } from '#ui/toaster.tsx';
import { device, forgetDraft, keepDraft, readDraft } from './listing-draft.ts';
import { emptyListing, isEmptyListing, type ListingValues } from './listing-values.ts';

export type DraftedListing = {
  values: ListingValues;
  /** When the device kept it; null while there is nothing to keep, or where it cannot. */
  savedAt: Date | null;
  change: (part: Partial<ListingValues>) => void;
  /** Once the listing is posted: keeps nothing, whatever still changes. */
  finish: () => void;
};

/**
 * A new listing, kept on the device with every change, so that it survives a reload, a failed post and leaving. For the browser
 * only: the server has no device to read.
 */
export function useListingDraft(ownerId: string): DraftedListing {
  const [kept] = useState(() => readDraft(device, ownerId));
  const [values, setValues] = useState(kept?.values ?? emptyListing);
  const [savedAt, setSavedAt] = useState(kept?.savedAt ?? null);
  // Changes come in between renders too (photos as they arrive), each on top of the one before.
  const latest = useRef({ values, kept: kept !== null, finished: false });
  useTellKept(() => latest.current.kept && !latest.current.finished);

  const change = (part: Partial<ListingValues>) => {
    const next = { ...latest.current.values, ...part };
    latest.current.values = next;
    setValues(next);
    if (latest.current.finished) return;
    const now = new Date();
    latest.current.kept = keepDraft(device, ownerId, next, now) && !isEmptyListing(next);
    setSavedAt(latest.current.kept ? now : null);
  };
  const finish = () => {
    latest.current.finished = true;
    forgetDraft(device);
  };
  return { values, savedAt, change, finish };
}

/** Whoever goes to another screen hears that nothing is lost. */
function useTellKept(isKept: () => boolean): void {
  const kept = useRef(isKept);
  useEffect(() => {
    kept.current = isKept;
  });
  useEffect(() => {
    const { pathname } = location;
    return () => {
      // The same screen may be put up anew in its place, by the sign-in for one.
      if (location.pathname !== pathname && kept.current()) toast({ title: 'Draft kept' });
    };
  }, []);
}
