import { type Warning, warnings } from '../rules.ts';
import { PatternIndex } from './match-words.ts';
import type { Features } from './model/extract-features.ts';
import { predictProbabilities, type WarningModel } from './model/warning-model.ts';
import type { ReadMessage } from './read-message.ts';
import { reportedSpeech, wordRules } from './warning-rules.ts';

type RuleMatch = Warning | `not ${Warning}`;

/** The probability from which a message is suspicious; chosen by cross-validation for a precision of 95 %. */
const MIN_PROBABILITY = 0.5;
/** The same for a message that fits a rule. */
const MIN_PROBABILITY_WITH_RULE = 0.4;

const index = new PatternIndex<RuleMatch>();
for (const [name, { patterns, exceptions }] of Object.entries(wordRules)) {
  for (const pattern of patterns) index.add(name as Warning, pattern);
  for (const exception of [...exceptions, ...reportedSpeech]) index.add(`not ${name as Warning}`, exception);
}

/**
 * The class of a message by its model, null if harmless. Rules are a second opinion; a link to another site
 * always has a warning.
 */
export function classifyMessage(
  message: ReadMessage,
  features: Features,
  model: WarningModel,
): Warning | null {
  const probabilities = predictProbabilities(model, features);
  const suspicious = warnings.reduce((sum, warning) => sum + probabilities[warning], 0);
  if (suspicious < (fitsAnyRule(message) ? MIN_PROBABILITY_WITH_RULE : MIN_PROBABILITY))
    return message.hasLink ? 'external-link' : null;
  return warnings.reduce((best, warning) => (probabilities[warning] > probabilities[best] ? warning : best));
}

function fitsAnyRule({ words, hasLink }: ReadMessage): boolean {
  const found = index.find(words);
  return hasLink || warnings.some((warning) => found.has(warning) && !found.has(`not ${warning}`));
}
