import { useIsFetching } from '@tanstack/react-query';

/** The line below the field ISBN. It changes its words while a lookup runs, and moves nothing. */
export function IsbnHelp() {
  const isLookingUp = useIsFetching({ queryKey: ['editions'] }) > 0;
  return isLookingUp ? 'Looking up the book...' : 'On the back cover, above the barcode';
}
