import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useIsLeft } from '#platform/web/navigation/use-is-left.ts';
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
  onSubmit: (input: BookInput, values: ListingValues) => Promise<ListingErrors>;
  /**
   * A form that waits for its photos goes on when its page is left: it submits once they are stored, or calls
   * this if one is missing.
   */
  onPhotoMissing: (text: string) => void;
};

const PHOTOS_MISSING_TEXT = "A photo wasn't uploaded. Try again, or continue without it.";

/** Validates, waits for photos and sends, once for any number of taps. */
export function useListingForm(options: ListingFormOptions) {
  const { values, onChange, onSubmit, onPhotoMissing, isDraftKept } = options;
  const { problems, summary, attempt, show, clear, setProblem } = useListingErrors();
  const submitPressed = useSubmitPressed();
  const underWay = useRef(0);
  /** The number of photos after the pending uploads, if the user has posted meanwhile. */
  const [expected, setExpected] = useState<number | null>(null);
  const latest = useLatest(values);
  const { sending, isSending, send } = useSending(async (input: BookInput) =>
    show(await onSubmit(input, latest.read())),
  );
  const page = usePageOfForm();
  const goesOn = () => expected !== null && page.isLeft();
  useLeaveNotice({
    isDraftKept: () => isDraftKept() && !goesOn(),
    unfinishedPhotos: () => (goesOn() ? 0 : underWay.current),
  });

  const submit = () => {
    if (isSending()) return;
    const read = validateListing(latest.read());
    if ('problems' in read) show(read.problems);
    else if (underWay.current > 0) setExpected(latest.read().images.length + underWay.current);
    else void send(read.input);
  };
  const notePhotosUnderWay = (count: number) => {
    underWay.current = count;
    if (count > 0 || expected === null) return;
    setExpected(null);
    if (latest.read().images.length >= expected) submit();
    else if (page.wasLeft()) onPhotoMissing(PHOTOS_MISSING_TEXT);
    else show({ images: PHOTOS_MISSING_TEXT });
  };

  return {
    problems,
    summary,
    attempt,
    busy: sending || expected !== null,
    notePhotosUnderWay,
    goesOn,
    onFormSubmit: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
    /** A change clears the errors of its fields. */
    change: (part: Partial<ListingValues>) => {
      latest.change(part);
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

/** The values as of now: photos arrive between renders, and after the form was left. */
function useLatest(values: ListingValues) {
  const latest = useRef(values);
  useLayoutEffect(() => {
    latest.current = values;
  });
  return {
    read: () => latest.current,
    change: (part: Partial<ListingValues>) => {
      latest.current = { ...latest.current, ...part };
    },
  };
}

/** `isSending` is right at once: the state changes too late for the second of two taps. */
function useSending(work: (input: BookInput) => Promise<void>) {
  const [sending, setSending] = useState(false);
  const now = useRef(false);
  const send = async (input: BookInput) => {
    now.current = true;
    setSending(true);
    try {
      await work(input);
    } finally {
      now.current = false;
      setSending(false);
    }
  };
  return { sending, isSending: () => now.current, send };
}

/** Whether the form has been removed because its page was left: a sign-in may have taken its place, too. */
function usePageOfForm() {
  const [pathname] = useState(() => location.pathname);
  const isLeft = () => location.pathname !== pathname;
  return { isLeft, wasLeft: useIsLeft() };
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
