import { ApiError } from '#platform/web/transport.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { ListingErrors, ListingValues } from './listing-values.ts';
import { toListingErrors, withoutMissingPhotos } from './validate-listing.ts';

/** Shows an error at the fields that the server named, else in a toast with this text. */
export function showSubmitError(
  error: unknown,
  words: string,
  values: ListingValues,
  change: (part: Partial<ListingValues>) => void,
): ListingErrors {
  const errors = error instanceof ApiError ? error.errors : [];
  const problems = toListingErrors(errors);
  if (Object.keys(problems).length === 0) {
    toast({ variant: 'destructive', title: 'Error', description: words });
    return problems;
  }
  const images = withoutMissingPhotos(values.images, errors);
  if (images.length < values.images.length) change({ images });
  return problems;
}
