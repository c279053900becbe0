import { z } from 'zod';
import { CURRENCY_CODES } from '#platform/shared/market/currencies.ts';
import { MAX_AMOUNT, type MarketPrices } from '#platform/shared/market/market.ts';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';

const split = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const languages = z
  .string()
  .transform((text) => [...new Set(split(text))])
  .pipe(
    z.tuple([z.enum(LANGUAGES)], z.enum(LANGUAGES), {
      error: `must be a list of languages of ${LANGUAGES.join(', ')}`,
    }),
  )
  .default(['en'] as [Language]);

const currency = z
  .string()
  .refine((code) => CURRENCY_CODES.includes(code), {
    error: "isn't a currency of ISO 4217. Use a code such as USD",
  })
  .default('USD');

/** ISO 3166, as `Intl` knows it. */
const isRegion = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) != null;

const priceNames: Record<string, keyof MarketPrices> = {
  boost: 'boost',
  'ad-free': 'adFree',
  highest: 'highest',
  'smallest-offer': 'smallestOffer',
  step: 'step',
};

const prices = z
  .string()
  .transform((text, context) => {
    const entries = split(text).map((entry) => /^([a-z-]+)=(\d{1,10})$/.exec(entry));
    const isValid = entries.every(
      (entry) =>
        entry !== null &&
        Object.hasOwn(priceNames, entry[1]!) &&
        Number(entry[2]) > 0 &&
        Number(entry[2]) <= MAX_AMOUNT,
    );
    if (isValid)
      return Object.fromEntries(
        entries.map((entry) => [priceNames[entry![1]!], Number(entry![2])]),
      ) as Partial<MarketPrices>;
    const message = `must be a list as boost=299,ad-free=499 in minor units, of ${Object.keys(priceNames).join(', ')}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .default({});

/** What a market sells in and speaks. */
export const marketVariables = {
  CAMPUS_LANGUAGES: languages,
  CAMPUS_REGION: z
    .string()
    .refine(isRegion, { error: "isn't a country of ISO 3166. Use a code such as US" })
    .optional(),
  CAMPUS_CURRENCY: currency,
  CAMPUS_PRICES: prices,
};
