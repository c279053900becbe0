import { findForeignLink } from './find-foreign-link.ts';
import { PatternIndex, toWords } from './match-words.ts';
import { type Warning, warnings } from '../rules.ts';
import { reportedSpeech, wordRules } from './warning-rules.ts';

type RuleMatch = Warning | `not ${Warning}`;

const index = new PatternIndex<RuleMatch>();
for (const [name, { patterns, exceptions }] of Object.entries(wordRules)) {
  for (const pattern of patterns) index.add(name as Warning, pattern);
  for (const exception of [...exceptions, ...reportedSpeech]) index.add(`not ${name as Warning}`, exception);
}

/**
 * The rule that a message fits, or null. Reads the text alone, never who wrote it. Links to
 * `publicUrl`, this installation, are harmless.
 */
export function findWarning(text: string, publicUrl: string): Warning | null {
  const ownHost = new URL(publicUrl).hostname;
  const found = index.find(toWords(text));
  const fits = (warning: Warning) =>
    warning === 'external-link'
      ? findForeignLink(text, ownHost) !== null
      : found.has(warning) && !found.has(`not ${warning}`);
  return warnings.find(fits) ?? null;
}
