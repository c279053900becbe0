import { useState } from 'react';

/** Vanishes at sign-out, like everything under the private prefix. */
const keyOf = (place: string) => `bookswap:private:draft:${place}`;

function read(place: string): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

function write(place: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // The storage is full or forbidden: the draft lives as long as the page.
  }
}

/** What was begun in one place goes on in another, where nothing is begun yet. */
export function moveDraft(from: string, to: string): void {
  const text = read(from);
  if (text === '' || read(to) !== '') return;
  write(to, text);
  write(from, '');
}

/** What is being written, kept on the device for each conversation. Only where nothing is rendered on the server. */
export function useDraft(place: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ place, text: read(place) }));
  // Another conversation on the same screen has its own draft.
  const text = draft.place === place ? draft.text : read(place);
  const change = (changed: string) => {
    setDraft({ place, text: changed });
    write(place, changed);
  };
  return [text, change];
}
