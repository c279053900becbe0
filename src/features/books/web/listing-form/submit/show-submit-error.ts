import { ApiError } from '#platform/web/transport.ts';
import { toast, type ToastOptions } from '#ui/overlays/toaster.tsx';
import type { ListingErrors, ListingValues } from '../listing-values.ts';
import { toListingErrors, withoutMissingPhotos } from '../validate-listing.ts';

type SubmitErrorOptions = {
  /** The text of the toast. */
  text: string;
  values: ListingValues;
  change: (part: Partial<ListingValues>) => void;
  /** The form has been left: only a toast can show the error, and it leads back. */
  reopen?: ToastOptions['action'];
};

/** Shows an error at the fields that the server named, else in a toast. */
export function showSubmitError(
  error: unknown,
  { text, values, change, reopen }: SubmitErrorOptions,
): ListingErrors {
  const errors = error instanceof ApiError ? error.errors : [];
  const problems = toListingErrors(errors);
  if (Object.keys(problems).length === 0 || reopen !== undefined) {
    toast({
      variant: 'destructive',
      title: 'Error',
      description: text,
      ...(reopen !== undefined && { action: reopen }),
    });
    return problems;
  }
  const images = withoutMissingPhotos(values.images, errors);
  if (images.length < values.images.length) change({ images });
  return problems;
}
