import type { Warning } from '../rules.ts';
import { type WarningRule, wordPattern } from './match-words.ts';
import { advancePayment } from './patterns/advance-payment.ts';
import { courier } from './patterns/courier.ts';
import { giftCard } from './patterns/gift-card.ts';
import { leaving } from './patterns/leaving.ts';
import { overpayment } from './patterns/overpayment.ts';
import { pressure } from './patterns/pressure.ts';
import { verificationCode } from './patterns/verification-code.ts';

/** Who tells of a suspicious message, or warns of one, sends none. */
export const reportedSpeech = [
  'someone|anyone|people|guy|they|bookstore|alguien|ayer|store <3> tried|tries|asks|asked|wanted|quiso|quisieron|pide|pidio|pidieron|piden',
  'no caigan|caigas',
  'from|if anyone|someone',
  'si alguien',
].map(wordPattern);

/**
 * What suspicious messages say, in English and Spanish. A list never has every wording: the model finds more,
 * and what fits a rule needs a smaller probability.
 */
export const wordRules: Record<Exclude<Warning, 'external-link'>, WarningRule> = {
  'verification-code': verificationCode,
  'gift-card': giftCard,
  overpayment: overpayment,
  courier: courier,
  'advance-payment': advancePayment,
  leaving: leaving,
  pressure: pressure,
};
