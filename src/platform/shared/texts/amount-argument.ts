import { formatMoney } from '../money.ts';
import type { Locale } from './locale.ts';

/**
 * An amount of money, in minor units, as an argument of a token. It has the type of the text that it becomes when
 * the token is worded, in the language of its reader.
 */
export const amountArgument = (amount: number): string => ({ amount }) as unknown as string;

/** The arguments of a token with their amounts formatted. */
export const formatAmounts = (
  args: Readonly<Record<string, unknown>>,
  locale: Locale,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      isAmount(value) ? formatMoney(value.amount, locale) : value,
    ]),
  );

const isAmount = (value: unknown): value is { amount: number } =>
  typeof value === 'object' && value !== null && 'amount' in value;
