import { useState } from 'react';
import type { ListingTextField, ListingValues } from './listing-values.ts';

/** Which fields the lookup of the ISBN filled in, and the user has not changed since. */
export function useFilledFields(values: ListingValues) {
  const [filled, setFilled] = useState<Partial<ListingValues>>({});
  return {
    note: (part: Partial<ListingValues>) => setFilled((before) => ({ ...before, ...part })),
    isFilled: (field: ListingTextField) => values[field] !== '' && values[field] === filled[field],
  };
}
