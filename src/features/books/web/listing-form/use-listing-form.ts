import { useRef, useState, type FormEvent } from 'react';
import type { BookInput } from '../../contract.ts';
import type { ListingField, ListingErrors, ListingValues } from './listing-values.ts';
import { validateField, validateListing } from './validate-listing.ts';
import { useLeaveNotice } from './submit/use-leave-notice.ts';
import { useSubmitPressed } from './submit/use-submit-pressed.ts';

export type ListingFormOptions = {
  values: ListingValues;
  onChange: (part: Partial<ListingValues>) => void;
  /** The device keeps the values, and they are not being sent. */
  isDraftKept: () => boolean;
  /** Submits the listing; resolves with the server's errors by field, if any. Never called concurrently. */
  onSubmit: (input: BookInput) => Promise<ListingErrors>;
};

const PHOTOS_MISSING_TEXT = "A photo wasn't uploaded. Try again, or continue without it.";

/** Validates, waits for photos and sends, once for any number of taps. */
export function useListingForm({ values, onChange, onSubmit, isDraftKept }: ListingFormOptions) {
  const { problems, summary, attempt, show, clear, setProblem } = useListingErrors();
  const submitPressed = useSubmitPressed();
  const underWay = useRef(0);
  useLeaveNotice({ isDraftKept, unfinishedPhotos: () => underWay.current });
  /** The number of photos after the pending uploads, if the user has posted meanwhile. */
  const [expected, setExpected] = useState<number | null>(null);
  const [sending, setSending] = useState(false);
  // The state changes too late for the second of two taps.
  const sendingNow = useRef(false);

  const send = async (input: BookInput) => {
    sendingNow.current = true;
    setSending(true);
    try {
      show(await onSubmit(input));
    } finally {
      sendingNow.current = false;
      setSending(false);
    }
  };
  const submit = () => {
    if (sendingNow.current) return;
    const read = validateListing(values);
    if ('problems' in read) show(read.problems);
    else if (underWay.current > 0) setExpected(values.images.length + underWay.current);
    else void send(read.input);
  };
  const notePhotosUnderWay = (count: number) => {
    underWay.current = count;
    if (count > 0 || expected === null) return;
    setExpected(null);
    if (values.images.length < expected) show({ images: PHOTOS_MISSING_TEXT });
    else submit();
  };

  return {
    problems,
    summary,
    attempt,
    busy: sending || expected !== null,
    notePhotosUnderWay,
    onFormSubmit: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
    /** A change clears the errors of its fields. */
    change: (part: Partial<ListingValues>) => {
      onChange(part);
      clear(Object.keys(part) as ListingField[]);
    },
    leave: (field: ListingField) => {
      // The message would move the button away between the press and the click, and the tap would be lost.
      if (submitPressed()) return;
      const problem = validateField(values, field);
      if (problem !== undefined) setProblem(field, problem);
    },
  };
}

/** The errors at the fields, and those of the last attempt in the summary. */
function useListingErrors() {
  const [problems, setProblems] = useState<ListingErrors>({});
  /** Errors of the last attempt only, so that leaving a field moves nothing above it. */
  const [summary, setSummary] = useState<ListingErrors>({});
  const [attempt, setAttempt] = useState(0);
  return {
    problems,
    summary,
    attempt,
    show: (found: ListingErrors) => {
      setProblems(found);
      setSummary(found);
      if (Object.keys(found).length > 0) setAttempt((count) => count + 1);
    },
    clear: (fields: ListingField[]) => {
      setProblems((present) => without(present, fields));
      setSummary((present) => without(present, fields));
    },
    setProblem: (field: ListingField, problem: string) => {
      setProblems((present) => ({ ...present, [field]: problem }));
    },
  };
}

const without = (problems: ListingErrors, fields: readonly ListingField[]): ListingErrors =>
  fields.some((field) => problems[field] !== undefined)
    ? Object.fromEntries(
        Object.entries(problems).filter(([field]) => !fields.includes(field as ListingField)),
      )
    : problems;
