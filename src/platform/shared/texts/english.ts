import type { Locale } from './locale.ts';
import type { TextToken } from './t.ts';
import { word } from './word.ts';

let english: (() => Locale) | undefined;

/** Sets the texts of `wordInEnglish`: on a server and in tests. */
export function provideEnglish(read: () => Locale): void {
  english = read;
}

/** For what stays English: logs, the command line, messages of the socket. The id where no texts are loaded. */
export const wordInEnglish = (token: TextToken): string =>
  english === undefined ? token.id : word(token, english());
