import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The token of an emailed link, '' if there is none; null before hydration, as the server renders. */
export function useLinkToken(): string | null {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  return useHydrated() ? token : null;
}
