import { useState } from 'react';
import { type Draft, openDraft } from '#platform/web/open-draft.ts';

const messageDraft = (place: string): Draft => openDraft(`draft:${place}`);

/** Moves the unsent text of one place to another that has none. */
export function moveDraft(from: string, to: string): void {
  const [source, target] = [messageDraft(from), messageDraft(to)];
  const text = source.readText();
  if (text === null || text === '' || (target.readText() ?? '') !== '') return;
  target.saveText(text);
  source.clear();
}

/**
 * The unsent text, stored on the device for each conversation. Only where nothing is rendered on the server.
 */
export function useDraft(place: string): [string, (text: string) => void] {
  const stored = messageDraft(place);
  const [draft, setDraft] = useState(() => ({ place, text: stored.readText() ?? '' }));
  // Another conversation on the same page has its own draft.
  const text = draft.place === place ? draft.text : (stored.readText() ?? '');
  const change = (changed: string) => {
    setDraft({ place, text: changed });
    stored.saveText(changed);
  };
  return [text, change];
}
