import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { defaultMarket } from '#platform/shared/market/default-market.ts';

export const testMarket = defaultMarket;

export const localeOfTests = createLocaleOf(testMarket);
