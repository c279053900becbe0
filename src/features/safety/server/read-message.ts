import { findForeignLink } from './find-foreign-link.ts';
import { toWords } from './message-words.ts';

/** A message as rules and model see it. */
export type ReadMessage = { text: string; words: readonly string[]; hasLink: boolean };

export const readMessage = (text: string): ReadMessage => ({
  text,
  words: toWords(text),
  hasLink: findForeignLink(text) !== null,
});
