import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Milliseconds without a key before what was typed is searched. */
const DEBOUNCE_MS = 250;

/**
 * What is typed, and what of it is searched: not every letter on the way. Enter does not wait. The search stands in the address, where a
 * reload and Back find it again.
 */
export function useDebouncedSearch() {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(query).get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);

  const ask = (text: string) => {
    if (text === asked.current) return;
    asked.current = text;
    const address = new URLSearchParams(query);
    if (text === '') address.delete('search');
    else address.set('search', text);
    navigate(`${path}?${address}`, { replace: true });
  };
  const askLater = useRef(ask);
  useEffect(() => void (askLater.current = ask));
  useEffect(() => {
    const timer = setTimeout(() => askLater.current(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The address has changed by itself: the tab was chosen once more.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search, searchNow: () => ask(typed.trim()) };
}
