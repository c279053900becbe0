import { useState } from 'react';

/** The prefix marks what vanishes from the device at sign-out. */
const keyOf = (place: string) => `bookswap:private:text:${place}`;

/**
 * What somebody writes at `place` and has not sent: it outlives a reload and whatever puts the field away, for as long as the tab is
 * open. The empty text is forgotten. A browser that keeps nothing does without.
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
      // It can be written all the same.
    }
  };
  return [text, set];
}
