import { useState } from 'react';

/** The prefix marks keys that are deleted at sign-out. */
const keyOf = (place: string) => `bookswap:private:text:${place}`;

/**
 * Unsent text at `place`: it survives a reload and an unmounted field while the tab is open. An empty text is
 * deleted. Without storage it does nothing.
 */
export function usePersistedText(place: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(keyOf(place)) ?? '';
    } catch {
      return '';
    }
  });
  const set = (next: string) => {
    setText(next);
    try {
      if (next === '') sessionStorage.removeItem(keyOf(place));
      else sessionStorage.setItem(keyOf(place), next);
    } catch {
      // The field works without it.
    }
  };
  return [text, set];
}
