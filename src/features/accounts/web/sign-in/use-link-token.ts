import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';

/** What the link of a mail brings along. null until the page is alive: the server renders it the same for everybody; '' without one. */
export function useLinkToken(): string | null {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  return useHydrated() ? token : null;
}
