import { useEffect, useState } from 'react';

/** Milliseconds without a key before what was typed is searched. */
const pause = 250;

/** What is typed, and what of it is searched: not every letter on the way. Enter does not wait. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, search, searchNow: () => setSearch(typed.trim()) };
}
