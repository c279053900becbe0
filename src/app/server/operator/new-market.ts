import { domainToUnicode } from 'node:url';
import { email } from '#features/accounts/contract.ts';
import { isTimeZone, MAX_CAMPUS_NAME_LENGTH } from '#features/campus/rules.ts';
import { CURRENCY_CODES } from '#platform/shared/market/currencies.ts';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import { parseHostName } from '../market/parse-host.ts';
import type { MarketRequest } from './operator-database.ts';

/** The fields of the form, as they were sent. */
export type MarketForm = {
  campus: string;
  host: string;
  currency: string;
  timeZone: string;
  languages: readonly string[];
  cell: string;
  admin: string;
};

export type FieldProblems = Partial<Record<keyof MarketForm, string>>;

type Surroundings = {
  names: ReadonlySet<string>;
  hosts: ReadonlyMap<string, string>;
  /** Hosts of the installation and of this page. */
  own: readonly string[];
  cells: readonly string[];
};

export const readForm = (fields: URLSearchParams): MarketForm => ({
  campus: (fields.get('campus') ?? '').trim(),
  host: (fields.get('host') ?? '').trim(),
  currency: fields.get('currency') ?? '',
  timeZone: fields.get('timeZone') ?? '',
  languages: fields.getAll('languages'),
  cell: fields.get('cell') ?? '',
  admin: (fields.get('admin') ?? '').trim(),
});

/** What the command needs to create it, or what is wrong with each field. */
export function checkForm(
  form: MarketForm,
  around: Surroundings,
): { request: MarketRequest } | { problems: FieldProblems } {
  const host = parseHostName(form.host);
  const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);
  const wrong: [keyof MarketForm, string | false][] = [
    ['campus', describeName(form.campus)],
    ['host', describeHost(host, around)],
    ['currency', !CURRENCY_CODES.includes(form.currency) && 'Choose a currency'],
    ['timeZone', !isTimeZone(form.timeZone) && 'Choose a time zone'],
    ['languages', (form.languages.length === 0 || !form.languages.every(isLanguage)) && 'Choose a language'],
    ['cell', !around.cells.includes(form.cell) && 'Choose a cell'],
    ['admin', !email.safeParse(form.admin).success && 'Enter an email'],
  ];
  const problems = Object.fromEntries(wrong.filter(([, text]) => text !== false)) as FieldProblems;
  if (Object.keys(problems).length > 0 || host === null) return { problems };
  return {
    request: {
      name: toMarketName(form.campus, around.names),
      host,
      cell: form.cell,
      settings: {
        CAMPUS_NAME: form.campus,
        CAMPUS_CURRENCY: form.currency,
        CAMPUS_TIME_ZONE: form.timeZone,
        CAMPUS_LANGUAGES: form.languages.join(','),
        ADMIN_EMAILS: form.admin.toLowerCase(),
      },
    },
  };
}

function describeName(campus: string): string | false {
  if (campus === '') return 'Enter a name';
  if (campus.length > MAX_CAMPUS_NAME_LENGTH) return `Use at most ${MAX_CAMPUS_NAME_LENGTH} characters`;
  return /\p{Cc}/u.test(campus) && 'Use letters, digits and spaces';
}

function describeHost(host: string | null, { hosts, own }: Surroundings): string | false {
  if (host === null || !host.includes('.')) return 'Enter the name of a host, as market.westfield.example';
  const taken = hosts.get(host);
  if (taken !== undefined) return `${domainToUnicode(host)} is taken by ${taken}`;
  return own.includes(host) && `${host} is a host of this deployment`;
}

const MAX_NAME_LENGTH = 36;

/** 'eastbrook-college' of 'Eastbrook College', with a number if that is taken. */
function toMarketName(campus: string, taken: ReadonlySet<string>): string {
  const words = campus
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/-+$/, '');
  const base = words === '' ? 'campus' : words;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(name)) return name;
  }
}
