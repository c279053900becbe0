import { currencyOf } from './currencies.ts';
import { MAX_AMOUNT, type MarketPrices } from './market.ts';

/**
 * The round amount, in minor units, that a market counts in as another one does in dollars; 100 in the currencies that
 * are not named. It need not follow exchange rates.
 */
const rows: [step: number, codes: string][] = [
  [200, 'AZN DJF FJD GEL XCD'],
  [250, 'KWD'],
  [300, 'BYN'],
  [400, 'AED ILS MYR PEN PGK PLN QAR RON SAR TMT'],
  [500, 'BHD BOB BRL CNY DKK GTQ HKD JOD KMF MOP OMR TTD XAF XOF'],
  [1_000, 'BWP CLP GHS KRW LSL MAD MVR NAD NOK RWF SBD SCR SEK SVC SZL TJS ZAR'],
  [1_500, 'ERN'],
  [2_000, 'BIF CZK HNL MDL MXN SLE STN THB TND TWD ZMW ZWG'],
  [2_500, 'CUP'],
  [4_000, 'MRU NIO SRD TRY UAH UGX UYU'],
  [5_000, 'AFN DOP EGP GMD INR LYD MKD MUR MZN PHP PYG'],
  [10_000, 'ALL BDT BTN CVE DZD ETB GNF HTG JMD KES KGS NPR RSD RUB VES'],
  [20_000, 'GYD LKR LRD PKR VND'],
  [40_000, 'AMD HUF'],
  [50_000, 'CRC KZT SDG SOS YER'],
  [100_000, 'AOA ARS KPW MWK NGN'],
  [200_000, 'CDF MMK SSP TZS'],
  [300_000, 'MNT'],
  [400_000, 'COP KHR MGA'],
  [1_000_000, 'IQD SYP UZS'],
  [1_500_000, 'IDR'],
  [2_000_000, 'LAK'],
  [5_000_000, 'IRR LBP'],
];
const steps = new Map(rows.flatMap(([step, codes]) => codes.split(' ').map((code) => [code, step] as const)));

/** The prices of a market that names none: 2.99 and 4.99 where the step is one whole unit. */
export function defaultPrices(code: string): MarketPrices {
  const step = steps.get(code) ?? 100;
  const below = step === 100 && currencyOf(code).digits === 2 ? 1 : 0;
  return {
    boost: 3 * step - below,
    adFree: 5 * step - below,
    highest: Math.min(10_000 * step - 1, MAX_AMOUNT),
    smallestOffer: step,
    step,
  };
}
