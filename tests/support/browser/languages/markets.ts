/** Markets of the journeys: a language, a currency, and what two people write there. */
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { createMarket } from '#platform/shared/market/create-market.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

/** An amount as a person types it, as the page shows it, and in minor units. */
type Amount = { typed: string; shown: string; minor: number };

type CampusMarket = {
  language: Language;
  region: string;
  currency: string;
  people: { seller: string; buyer: string };
  title: string;
  author: string;
  /** A word of the title as the buyer searches for it. */
  search: string;
  question: string;
  answer: string;
  place: string;
  review: string;
  price: Amount;
  offer: Amount;
  /** What the page shows for the price of a boost. */
  boost: { shown: string; minor: number };
  /** '0' of the digits that people type. */
  zero: string;
};

export const markets = {
  spanish: {
    language: 'es',
    region: 'AR',
    currency: 'ARS',
    people: { seller: 'Lucía Ortega', buyer: 'Mateo Núñez' },
    title: 'Cálculo de una variable',
    author: 'Inés Muñoz',
    search: 'calculo',
    question: '¿Sigue disponible?',
    answer: 'Sí, ¿mañana?',
    place: 'Biblioteca central',
    review: 'Llegó puntual.',
    price: { typed: '25.400,50', shown: '$\u00a025.400,50', minor: 2_540_050 },
    offer: { typed: '21000,5', shown: '$\u00a021.000,50', minor: 2_100_050 },
    boost: { shown: '$\u00a03.000,00', minor: 300_000 },
    zero: '0',
  },
  german: {
    language: 'de',
    region: 'DE',
    currency: 'EUR',
    people: { seller: 'Jördis Voß', buyer: 'Tim Weiß' },
    title: 'Strömungslehre für Ingenieure',
    author: 'Käthe Groß',
    search: 'stromungslehre',
    question: 'Ist es noch da?',
    answer: 'Ja, morgen?',
    place: 'Großer Brunnen',
    review: 'War pünktlich.',
    price: { typed: '12,50', shown: '12,50\u00a0€', minor: 1_250 },
    offer: { typed: '11', shown: '11,00\u00a0€', minor: 1_100 },
    boost: { shown: '2,99\u00a0€', minor: 299 },
    zero: '0',
  },
  arabic: {
    language: 'ar',
    region: 'KW',
    currency: 'KWD',
    people: { seller: 'ليلى حسن', buyer: 'عمر خالد' },
    title: 'الكيمياء العضوية',
    author: 'هدى سالم',
    search: 'كيمياء',
    question: 'هل ما زال متاحًا؟',
    answer: 'نعم، غدًا؟',
    place: 'مدخل المكتبة',
    review: 'حضر في الموعد.',
    price: { typed: '١٢٫٥٠٠', shown: '12.500\u00a0د.ك.', minor: 12_500 },
    offer: { typed: '١٠٫٢٥', shown: '10.250\u00a0د.ك.', minor: 10_250 },
    boost: { shown: '0.750\u00a0د.ك.', minor: 750 },
    zero: '٠',
  },
  yen: {
    language: 'en',
    region: 'JP',
    currency: 'JPY',
    people: { seller: 'Hana Sato', buyer: 'Ken Ito' },
    title: 'Linear Algebra Done Right',
    author: 'Sheldon Axler',
    search: 'algebra',
    question: 'Is it still there?',
    answer: 'Yes, tomorrow?',
    place: 'Fountain',
    review: 'On time.',
    price: { typed: '4,500', shown: '¥4,500', minor: 4_500 },
    offer: { typed: '3800', shown: '¥3,800', minor: 3_800 },
    boost: { shown: '¥300', minor: 300 },
    zero: '0',
  },
} as const satisfies Record<string, CampusMarket>;

export type JourneyMarket = (typeof markets)[keyof typeof markets];

/** Variables of a server of this market. */
export const variablesOf = ({ language, region, currency }: JourneyMarket) => ({
  CAMPUS_LANGUAGES: language,
  CAMPUS_REGION: region,
  CAMPUS_CURRENCY: currency,
  ISBN_LOOKUP: 'off',
});

/** The locale in which such a server renders. */
export function localeOfMarket({ language, region, currency }: JourneyMarket): Locale {
  const settings = { region, currency, timeZone: 'UTC', prices: {} };
  return createLocaleOf(createMarket({ languages: [language], ...settings }))();
}

/** ASCII digits in those that people type in the market. */
export const inDigitsOf = ({ zero }: JourneyMarket, text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
