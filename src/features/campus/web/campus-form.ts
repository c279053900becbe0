import { parsePrice } from '#features/books/parse-price.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import { formatMoney, formatMoneyInput } from '#platform/shared/money.ts';
import type { FieldError } from '#platform/shared/problem.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { t } from '#platform/shared/texts/t.ts';
import { formSchema, type Refuse } from '#platform/web/forms/form-schema.ts';
import type { CampusSettings } from '../contract.ts';
import { isOnEarth } from '#features/neighbors/rules.ts';
import { type HueName, isEmailDomain, toEmailDomain } from '../rules.ts';

/** The settings as they stand in the fields. */
export type CampusValues = {
  name: string;
  color: HueName;
  /** '41.8781, -87.6298' */
  coordinates: string;
  emailDomains: readonly string[];
  /** What stands in the field for a further domain. */
  newDomain: string;
  languages: readonly Language[];
  firstLanguage: Language;
  timeZone: string;
  boost: string;
  adFree: string;
  approveFirstListing: boolean;
  legalName: string;
  legalAddress: string;
  legalEmail: string;
  legalPerson: string;
};

export function toCampusValues({
  name,
  coordinates,
  emailDomains,
  languages,
  prices,
  legal,
  ...settings
}: CampusSettings): CampusValues {
  return {
    name: name ?? '',
    color: settings.color,
    coordinates: coordinates === null ? '' : `${coordinates.latitude}, ${coordinates.longitude}`,
    emailDomains,
    newDomain: '',
    languages,
    firstLanguage: languages[0]!,
    timeZone: settings.timeZone,
    boost: formatMoneyInput(prices.boost),
    adFree: formatMoneyInput(prices.adFree),
    approveFirstListing: settings.approveFirstListing,
    legalName: legal.name ?? '',
    legalAddress: legal.address ?? '',
    legalEmail: legal.email ?? '',
    legalPerson: legal.person ?? '',
  };
}

const priceRange = (): string =>
  t('campus.prices.range', { least: formatMoney(1), most: formatMoney(MAX_AMOUNT) });

/** Reads a price; refuses its field without one. */
function readPrice(values: CampusValues, field: 'boost' | 'adFree', refuse: Refuse<CampusValues>): number {
  const price = parsePrice(values[field]);
  if ('amount' in price && price.amount !== null) {
    if (price.amount < 1 || price.amount > MAX_AMOUNT) refuse(field, priceRange());
    return price.amount;
  }
  refuse(field, 'problem' in price ? price.problem : t('campus.prices.missing'));
  return 0;
}

const EMAIL = /^\S+@\S+\.\S+$/;

export const campusSchema = formSchema<CampusValues, CampusSettings>((values, refuse) => {
  const typed = toEmailDomain(values.newDomain);
  if (typed !== '' && !isEmailDomain(typed)) refuse('newDomain', t('campus.field.domain.invalid'));
  if (values.languages.length === 0) refuse('languages', t('campus.facts.language-missing'));
  const coordinates = readCoordinates(values.coordinates);
  if (coordinates === undefined) refuse('coordinates', t('campus.facts.coordinates-invalid'));
  const legalEmail = values.legalEmail.trim();
  if (legalEmail !== '' && !EMAIL.test(legalEmail)) refuse('legalEmail', t('campus.legal.email-invalid'));
  const [first = 'en', ...others] = firstFirst(values);
  return {
    name: values.name.trim() || null,
    color: values.color,
    coordinates: coordinates ?? null,
    emailDomains: typed === '' ? [...values.emailDomains] : [...new Set([...values.emailDomains, typed])],
    languages: [first, ...others],
    timeZone: values.timeZone,
    prices: { boost: readPrice(values, 'boost', refuse), adFree: readPrice(values, 'adFree', refuse) },
    approveFirstListing: values.approveFirstListing,
    legal: {
      name: values.legalName.trim() || null,
      address: values.legalAddress.trim() || null,
      email: legalEmail || null,
      person: values.legalPerson.trim() || null,
    },
  };
});

const FIELDS: Record<string, keyof CampusValues> = {
  'prices.boost': 'boost',
  'prices.adFree': 'adFree',
  'legal.name': 'legalName',
  'legal.address': 'legalAddress',
  'legal.email': 'legalEmail',
  'legal.person': 'legalPerson',
};

/** The server's errors at the fields of the form. It refuses a price only for its range. */
export const toCampusErrors = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ path, message }) => {
    if (path.startsWith('emailDomains')) return { path: 'newDomain', message };
    return { path: FIELDS[path] ?? path, message: path.startsWith('prices.') ? priceRange() : message };
  });

/** Null without any, undefined if it cannot be read. */
function readCoordinates(text: string): CampusSettings['coordinates'] | undefined {
  if (text.trim() === '') return null;
  const numbers = text.split(/[,;\s]+/).filter((part) => part !== '');
  const [latitude = NaN, longitude = NaN] = numbers.map(Number);
  return numbers.length === 2 && isOnEarth({ latitude, longitude }) ? { latitude, longitude } : undefined;
}

/** The chosen languages, the first language before the others. */
const firstFirst = ({ languages, firstLanguage }: CampusValues): Language[] =>
  languages.toSorted((one, other) => Number(other === firstLanguage) - Number(one === firstLanguage));
