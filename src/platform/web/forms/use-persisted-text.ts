import { useState } from 'react';
import { type DraftStore, openDraft, tabDrafts } from './open-draft.ts';

/** The text of the draft `name`, which outlives a reload. Only where nothing is rendered on the server. */
export function usePersistedText(
  name: string,
  store: DraftStore = tabDrafts,
): [text: string, set: (text: string) => void] {
  const stored = openDraft(name, store);
  const [draft, setDraft] = useState(() => ({ name, text: stored.readText() ?? '' }));
  // Another name on the same page has its own text.
  const text = draft.name === name ? draft.text : (stored.readText() ?? '');
  const set = (changed: string) => {
    setDraft({ name, text: changed });
    stored.saveText(changed);
  };
  return [text, set];
}
