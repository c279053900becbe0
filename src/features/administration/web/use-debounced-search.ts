import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Milliseconds without a key before what was typed is searched. */
const DEBOUNCE_MS = 250;

/**
 * The input of a search, and the search that runs after a pause in typing or on Enter. The URL stores the
 * search for a reload and for Back.
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
  // The URL changed otherwise: the tab was selected again.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search, searchNow: () => ask(typed.trim()) };
}
