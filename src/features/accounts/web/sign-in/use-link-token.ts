import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';

/**
 * The token of an emailed link. Null before hydration, because the server renders the same page for all
 * users; '' if there is none.
 */
export function useLinkToken(): string | null {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  return useHydrated() ? token : null;
}
