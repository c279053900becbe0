/**
 * Stripe counts most currencies as ISO 4217 does. It takes ISK and UGX in hundredths, which must be 00, and MGA without
 * decimals. https://docs.stripe.com/currencies
 */
const FACTORS: Record<string, number> = { isk: 100, ugx: 100, mga: 1 / 100 };
/** Of these the last digit must be 0. */
const ROUND_TO_TEN = new Set(['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd']);

const factorOf = (currency: string): number => FACTORS[currency.toLowerCase()] ?? 1;

/** An amount in minor units as Stripe takes it. */
export const toStripeAmount = (amount: number, currency: string): number =>
  Math.round(amount * factorOf(currency));

export const fromStripeAmount = (amount: number, currency: string): number =>
  Math.round(amount / factorOf(currency));

/** Whether Stripe can collect the amount. */
export const isPayable = (amount: number, currency: string): boolean =>
  fromStripeAmount(toStripeAmount(amount, currency), currency) === amount &&
  (!ROUND_TO_TEN.has(currency.toLowerCase()) || amount % 10 === 0);
