import { useState } from 'react';
import { openDraft, tabDrafts } from './open-draft.ts';

/** Unsent text of the field `place`: it outlives a reload and the field, until the tab closes. */
export function usePersistedText(place: string): [text: string, set: (text: string) => void] {
  const draft = openDraft(`text:${place}`, tabDrafts);
  const [text, setText] = useState(() => draft.readText() ?? '');
  const set = (next: string) => {
    setText(next);
    draft.saveText(next);
  };
  return [text, set];
}
