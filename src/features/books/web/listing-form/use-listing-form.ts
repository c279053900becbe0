import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { FieldsRefusedError } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { ApiError } from '#platform/web/transport.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { BookInput } from '../../contract.ts';
import {
  fieldId,
  listingFields,
  listingSchema,
  readListing,
  validateField,
  type ListingField,
  type ListingTextField,
  type ListingValues,
} from './listing-values.ts';
import { NotSentError } from './use-submission.ts';
import type { FormDraft } from './use-listing-draft.ts';

export type ListingFormOptions = {
  draft: FormDraft;
  /** Sends the listing. Never called concurrently. */
  onSubmit: (input: BookInput, values: ListingValues) => Promise<void>;
  /** Whether the request is on its way. */
  isSending: () => boolean;
  /** The text of a failure that belongs to no field. */
  failureText: string;
  onReopen: () => void;
};

/** The state of a form. It goes on when it is left: with its request, and with the photos that it waits for. */
export function useListingForm(options: ListingFormOptions) {
  const { draft, isSending } = options;
  const photos = usePhotosUnderWay();
  const form = useSubmittedForm(options, photos);
  const [pathname] = useState(() => location.pathname);
  // A sign-in may take the place of the form, too.
  const goesOn = () => photos.isAwaited() && location.pathname !== pathname;
  useLeaveNotice(pathname, () => ({
    isKept: draft.isKept() && !isSending() && !goesOn(),
    photos: goesOn() ? 0 : photos.count(),
  }));
  return {
    ...useListingFields(form, draft),
    submit: form.submit,
    busy: form.busy,
    goesOn,
    notePhotosUnderWay: (count: number) => photos.note(count, form.getValues('images').length),
  };
}

export type ListingFormState = ReturnType<typeof useListingForm>;

/** Validates, waits for photos and sends, once for any number of taps. */
function useSubmittedForm(
  { draft, onSubmit, failureText, onReopen }: ListingFormOptions,
  photos: ReturnType<typeof usePhotosUnderWay>,
) {
  const form = useForm(listingSchema, {
    hasErrorSummary: true,
    draft: { read: () => draft.initial, save: draft.save, clear: draft.finish },
    onSubmit: async (input) => {
      const isChanged = await photos.wait(getValues('images').length);
      try {
        await onSubmit(isChanged ? readAgain() : input, getValues());
      } catch (error) {
        throw error instanceof ApiError ? toFieldsRefusedError(error) : error;
      }
    },
    onRefused: (error, isLeft) => {
      if (error instanceof NotSentError) return;
      const description = error instanceof PhotoMissingError ? error.message : failureText;
      const action = { label: t('books.action.edit'), onAction: onReopen };
      toast({
        variant: 'destructive',
        title: t('books.error.title'),
        description,
        ...(isLeft && { action }),
      });
    },
  });
  const { getValues, setValue } = form;
  /** What was typed while photos were uploading. */
  const readAgain = (): BookInput => {
    const { input, errors } = readListing(getValues());
    if (errors.length > 0) throw new FieldsRefusedError(errors);
    return input;
  };
  /** Removes the photos that the server does not know any more. */
  const toFieldsRefusedError = ({ errors }: ApiError): FieldsRefusedError => {
    const isKnown = (_url: string, at: number) => !errors.some(({ path }) => path === `images.${at}`);
    if (!form.isLeft()) setValue('images', getValues('images').filter(isKnown));
    const message = t('books.form.photos-missing');
    return new FieldsRefusedError(
      errors.map((error) => (error.path.startsWith('images.') ? { path: 'images', message } : error)),
    );
  };
  return form;
}

function useListingFields(form: ReturnType<typeof useSubmittedForm>, draft: FormDraft) {
  const { getValues, setValue, setError, clearErrors, formState } = form;
  const values = form.watch();
  const submitPressed = useSubmitPressed();
  const errorOf = (field: ListingField) => form.getFieldState(field, formState).error;
  const leaveField = (field: ListingField) => {
    // The message would move the button away between the press and the click, and the tap would be lost.
    if (submitPressed() || errorOf(field) !== undefined) return;
    const message = validateField(getValues(), field);
    if (message !== undefined) setError(field, { type: LEFT_FIELD, message });
  };
  return {
    values,
    /** How often it was submitted, and the errors that this found: leaving a field moves nothing above it. */
    attempt: formState.submitCount,
    summary: listingFields.flatMap((field) => {
      const error = errorOf(field);
      return error?.message && error.type !== LEFT_FIELD ? { field, text: error.message } : [];
    }),
    errorOf: (field: ListingField) => errorOf(field)?.message,
    /** A change clears the errors of its fields. */
    change: (part: Partial<ListingValues>) => {
      const fields = Object.entries(part) as [ListingTextField, string][];
      for (const [field, value] of fields) setValue(field, value);
      clearErrors(fields.map(([field]) => field));
      // Photos may arrive after the form was left.
      if (form.isLeft()) draft.save(getValues());
    },
    bind: (field: ListingTextField) => {
      const { onBlur, ...control } = form.field(field);
      return {
        ...control,
        id: fieldId(field),
        value: values[field],
        autoComplete: 'off',
        onBlur: (event: FocusEvent) => {
          void onBlur(event);
          leaveField(field);
        },
      };
    },
  };
}

/** The type of an error that was found when its field was left. */
const LEFT_FIELD = 'left';

class PhotoMissingError extends FieldsRefusedError {
  constructor() {
    super([{ path: 'images', message: t('books.form.photo-missing') }]);
  }
}

function usePhotosUnderWay() {
  const underWay = useRef(0);
  const awaited = useRef<{ expected: number; onEnd: (error?: PhotoMissingError) => void } | null>(null);
  return {
    count: () => underWay.current,
    isAwaited: () => awaited.current !== null,
    /** Resolves with whether it has waited. Rejects with `PhotoMissingError`. `stored`: the photos by now. */
    wait: (stored: number) =>
      new Promise<boolean>((resolve, reject) => {
        if (underWay.current === 0) resolve(false);
        else {
          const onEnd = (error?: PhotoMissingError) => (error ? reject(error) : resolve(true));
          awaited.current = { expected: stored + underWay.current, onEnd };
        }
      }),
    note: (count: number, stored: number) => {
      underWay.current = count;
      if (count > 0 || awaited.current === null) return;
      const { expected, onEnd } = awaited.current;
      awaited.current = null;
      onEnd(stored < expected ? new PhotoMissingError() : undefined);
    },
  };
}

/** Says what happens to the content of a form when its page is left. `read`: what the device has not sent. */
function useLeaveNotice(pathname: string, read: () => { isKept: boolean; photos: number }): void {
  const notice = useEffectEvent(() => {
    const { isKept, photos } = read();
    if (!isKept && photos === 0) return;
    toast({
      title: isKept ? t('books.draft.saved') : t('books.draft.photos-lost-title'),
      ...(photos > 0 && { description: t('books.draft.photos-lost', { count: photos }) }),
    });
  });
  useEffect(
    () => () => {
      // Not left: a sign-in or a new form has taken its place.
      if (location.pathname !== pathname) notice();
    },
    [pathname],
  );
}

/** Whether a submit button was pressed last: in Safari, a blur does not name what was pressed. */
function useSubmitPressed(): () => boolean {
  const pressed = useRef(false);
  useEffect(() => {
    const press = (event: Event) => {
      pressed.current =
        event.target instanceof Element && event.target.closest('button[type=submit]') !== null;
    };
    const forget = () => {
      pressed.current = false;
    };
    addEventListener('pointerdown', press, true);
    addEventListener('click', forget);
    addEventListener('keydown', forget, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('click', forget);
      removeEventListener('keydown', forget, true);
    };
  }, []);
  return () => pressed.current;
}
