import { useRef, useState } from 'react';
import type { Book } from '../../contract.ts';
import { localDrafts } from '#platform/web/forms/open-draft.ts';
import { clearEditDraft, saveEditDraft, readEditDraft } from './edit-draft.ts';
import { isSameListing, toListingValues, type ListingValues } from './listing-values.ts';

export type EditDraft = {
  /** The form's initial values; they do not change when the listing is fetched again. */
  before: ListingValues;
  values: ListingValues;
  /** The changes survive leaving. */
  kept: boolean;
  /** The same between renders, and false once they are saved. */
  isKept: () => boolean;
  change: (part: Partial<ListingValues>) => void;
  discard: () => void;
  /** Changes with each discard, so that uploads in progress belong to the discarded form. */
  begun: number;
  /** Call after a successful save: later changes are not stored. */
  finish: () => void;
};

/** Stores the changes to a listing on the device, so that they survive the browser's Back and a reload. */
export function useEditDraft(ownerId: string, book: Book): EditDraft {
  const [before] = useState(() => toListingValues(book));
  const [values, setValues] = useState(() => ({
    ...before,
    ...readEditDraft(localDrafts, [ownerId, book.id]),
  }));
  const [kept, setKept] = useState(() => !isSameListing(before, values));
  const [begun, setBegun] = useState(0);
  // Photos arrive between renders too, each on top of the one before.
  const latest = useRef({ values, kept, finished: false });

  const show = (next: ListingValues) => {
    latest.current.values = next;
    setValues(next);
    if (latest.current.finished) return;
    latest.current.kept = saveEditDraft(localDrafts, [ownerId, book.id], before, next);
    setKept(latest.current.kept);
  };
  return {
    before,
    values,
    kept,
    isKept: () => latest.current.kept && !latest.current.finished,
    change: (part) => show({ ...latest.current.values, ...part }),
    discard: () => {
      show(before);
      setBegun(begun + 1);
    },
    begun,
    finish: () => {
      latest.current.finished = true;
      clearEditDraft(localDrafts, book.id);
    },
  };
}
