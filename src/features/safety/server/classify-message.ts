import { type Warning, warnings } from '../rules.ts';
import { PatternIndex, type WarningRule, wordPattern } from './match-words.ts';
import type { Features } from './model/extract-features.ts';
import { predictProbabilities, type WarningModel } from './model/warning-model.ts';
import type { ReadMessage } from './message-words.ts';
import { advancePayment } from './patterns/advance-payment.ts';
import { courier } from './patterns/courier.ts';
import { giftCard } from './patterns/gift-card.ts';
import { leaving } from './patterns/leaving.ts';
import { overpayment } from './patterns/overpayment.ts';
import { pressure } from './patterns/pressure.ts';
import { verificationCode } from './patterns/verification-code.ts';

/** Who tells of a suspicious message, or warns of one, sends none. */
const reportedSpeech = [
  'someone|anyone|people|guy|they|bookstore|alguien|ayer|store <3> tried|tries|asks|asked|wanted|quiso|quisieron|pide|pidio|pidieron|piden',
  'no caigan|caigas',
  'from|if anyone|someone',
  'si alguien',
].map(wordPattern);

/**
 * What suspicious messages say, in English and Spanish. A list never has every wording: the model finds more,
 * and what fits a rule needs a smaller probability.
 */
const wordRules: Record<Exclude<Warning, 'external-link'>, WarningRule> = {
  'verification-code': verificationCode,
  'gift-card': giftCard,
  overpayment: overpayment,
  courier: courier,
  'advance-payment': advancePayment,
  leaving: leaving,
  pressure: pressure,
};

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

/** Null if harmless. The model decides, rules are a second opinion; a foreign link always has a warning. */
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
