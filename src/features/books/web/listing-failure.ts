import { ApiError } from '#platform/web/transport.ts';
import { toast } from '#ui/toaster.tsx';
import type { ListingProblems, ListingValues } from './listing-values.ts';
import { listingProblems, withoutMissingPhotos } from './read-listing.ts';

/** What could not be sent: at its fields where the server named some, else in a toast with these words. */
export function tellFailure(
  error: unknown,
  words: string,
  values: ListingValues,
  change: (part: Partial<ListingValues>) => void,
): ListingProblems {
  const errors = error instanceof ApiError ? error.errors : [];
  const problems = listingProblems(errors);
  if (Object.keys(problems).length === 0) {
    toast({ variant: 'destructive', title: 'Error', description: words });
    return problems;
  }
  const images = withoutMissingPhotos(values.images, errors);
  if (images.length < values.images.length) change({ images });
  return problems;
}
