/** The form of the filters, which a browser can send without a script: it sends prices as they are entered. */
import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { type BookFilters, formatFilters, isPriceRange, parseFilters } from './filters.ts';
import { parsePrice } from './parse-price.ts';

/** Fields that are no filters of a URL; the others have the name and the values of their filter. */
const FORM_FIELDS = ['priceFrom', 'priceTo', 'free'];

export const isFilterForm = (query: URLSearchParams): boolean => FORM_FIELDS.some((name) => query.has(name));

type FilterForm = { filters: BookFilters; errors: { priceFrom?: string; priceTo?: string } };

/** The filters that the form asks for, and what is wrong with its prices; a wrong price is left out. */
export function readFilterForm(form: URLSearchParams): FilterForm {
  const others = parseFilters(form);
  if (form.get('free') === '1')
    return { filters: canonical({ ...others, minPrice: 0, maxPrice: 0 }), errors: {} };
  const [from, to] = [readPrice(form.get('priceFrom')), readPrice(form.get('priceTo'))];
  const prices = { minPrice: from.price, maxPrice: to.price };
  const [minPrice, maxPrice] = isPriceRange(prices) ? [from.price, to.price] : [to.price, from.price];
  return {
    // Every listing costs at most the highest price.
    filters: canonical({
      ...others,
      minPrice,
      ...(maxPrice !== currentLocale().prices.highest && { maxPrice }),
    }),
    errors: {
      ...(from.error !== undefined && { priceFrom: from.error }),
      ...(to.error !== undefined && { priceTo: to.error }),
    },
  };
}

/** Whether both texts are prices, the first above the second: the form reads them the other way around. */
export function isReversedRange(fromText: string, toText: string): boolean {
  const [from, to] = [readPrice(fromText), readPrice(toText)];
  return !isPriceRange({ minPrice: from.price, maxPrice: to.price });
}

const canonical = (filters: BookFilters): BookFilters => parseFilters(formatFilters(filters));

function readPrice(text: string | null): { price?: number; error?: string } {
  const read = parsePrice(text ?? '');
  if ('problem' in read) return { error: read.problem };
  if (read.amount === null) return {};
  if (read.amount < 0) return { error: t('books.field.price.negative') };
  const { highest } = currentLocale().prices;
  if (read.amount > highest)
    return { error: t('books.field.price.too-high', { highest: formatMoney(highest) }) };
  return { price: read.amount };
}
