import { localDrafts, openDraft } from '#platform/web/forms/open-draft.ts';
import { usePersistedText } from '#platform/web/forms/use-persisted-text.ts';

const draftName = (place: string): string => `draft:${place}`;

/** Moves the unsent text of one place to another that has none. */
export function moveDraft(from: string, to: string): void {
  const [source, target] = [openDraft(draftName(from)), openDraft(draftName(to))];
  const text = source.readText();
  if (text === null || text === '' || (target.readText() ?? '') !== '') return;
  target.saveText(text);
  source.clear();
}

/** Puts a text into the field of the conversation about a book that another page opens. */
export const proposeMessage = (bookId: string, text: string): boolean =>
  openDraft(draftName(`new:${bookId}`)).saveText(text);

/** The unsent text, stored on the device for each conversation. */
export const useDraft = (place: string): [string, (text: string) => void] =>
  usePersistedText(draftName(place), localDrafts);
