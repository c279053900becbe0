import { z } from 'zod';
import { amountArgument } from '#platform/shared/texts/amount-argument.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import type { TextToken } from '#platform/shared/texts/t.ts';

type MinorUnit = 'cents' | 'minor';

/** What one unit of an amount is called, as an argument of texts. */
export const minorUnit = (): MinorUnit => (currentLocale().money.digits === 2 ? 'cents' : 'minor');

type PriceTexts = {
  required: TextToken;
  notWhole: (unit: MinorUnit) => TextToken;
  negative: TextToken;
  tooHigh: (highest: string) => TextToken;
};

/** An entered price, up to the highest of the market in whose locale it is parsed. */
export const priceInput = ({ required, notWhole, negative, tooHigh }: PriceTexts) =>
  z
    .int({ error: ({ input }) => issueMessage(input === undefined ? required : notWhole(minorUnit())) })
    .min(0, { error: issueMessage(negative) })
    .refine((price) => price <= currentLocale().prices.highest, {
      error: () => issueMessage(tooHigh(amountArgument(currentLocale().prices.highest))),
    });
