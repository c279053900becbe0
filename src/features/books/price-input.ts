import { z } from 'zod';
import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';

/** What one unit of an amount is called. */
export const minorUnitText = (): string =>
  currentLocale().money.digits === 2 ? 'cents' : 'minor units of the currency';

/** An entered price, up to the highest of the market in whose locale it is parsed. `name` begins the errors. */
export const priceInput = (name: string) =>
  z
    .int({
      error: ({ input }) =>
        input === undefined ? `${name} is required` : `${name} must be a whole number of ${minorUnitText()}`,
    })
    .min(0, { error: `${name} can't be negative` })
    .refine((price) => price <= currentLocale().prices.highest, {
      error: () => `${name} can be at most ${formatMoney(currentLocale().prices.highest)}`,
    });
