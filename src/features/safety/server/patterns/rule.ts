import { type CloseWords, type WordPattern, wordPattern } from '../match-words.ts';

export type WarningRule = {
  /** Any of these makes the message suspicious. */
  patterns: readonly (WordPattern | CloseWords)[];
  /** Unless one of these says that it is harmless. */
  exceptions: readonly (WordPattern | CloseWords)[];
};

type Pattern = string | CloseWords;
const compile = (pattern: Pattern) => (typeof pattern === 'string' ? wordPattern(pattern) : pattern);

export const rule = (patterns: Pattern[], exceptions: Pattern[] = []): WarningRule => ({
  patterns: patterns.map(compile),
  exceptions: exceptions.map(compile),
});
