/** Input that satisfies the schema of a contract, with the ids of a market by the names of their properties. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** Thrown for a property that names something of the market, and of which no value is given. */
class MissingValueError extends Error {}

/** Chosen by the client, so they name nothing. */
const OWN_IDS = new Set(['clientMessageId', 'clientListingId']);

/** Texts that a schema cannot describe to a generator. */
const TEXTS: Record<string, string> = {
  email: 'someone@westfield.edu',
  isbn: '9780262046305',
  isbns: '9780262046305',
  host: 'eastfield.example',
  coordinates: '41.9,-87.6',
  words: 'organic chemistry',
  csv: 'code,title,term,isbn,requirement\nCS 201,Algorithms,,,',
  timeZone: 'America/New_York',
  emailDomains: 'westfield.edu',
  time: '14:00',
  code: '000000',
  title: 'A title',
  subject: 'Biology',
  minPrice: '5',
  maxPrice: '90000',
  minCondition: 'Fair',
  accessCode: 'unused',
  hasPhotos: '1',
  sort: 'newest',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
};
const NUMBERS: Record<string, number> = { stars: 5, amount: 600, price: 600, boost: 299, adFree: 499 };

/** They have a meaning besides their kind, so they are left out where they may be. */
const LEFT_OUT = new Set([
  'homepage',
  'cursor',
  'png',
  'version',
  'place',
  'search',
  'conditionDetails',
  'edition',
  'only',
]);

type InputOptions = { values: Readonly<Record<string, unknown>>; now: Date };

export const generateInput = (schema: z.ZodType, options: InputOptions): unknown =>
  make(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '', options);

function make(schema: Schema, name: string, options: InputOptions): unknown {
  const { values } = options;
  const type = [schema.type].flat()[0];
  if (name in values) {
    const [value] = [values[name]].flat();
    return type === 'array' ? [value] : value;
  }
  if (/^ids?$|Ids?$/.test(name) && !OWN_IDS.has(name)) throw new MissingValueError(name);
  if (schema.prefixItems) return schema.prefixItems.map((item) => make(item, name, options));
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf)
    return make(
      schema.anyOf.find(({ type }) => type !== 'null')!,
      name,
      options,
    );
  if (type === 'object') return makeObject(schema, options);
  if (type === 'array') return [make(schema.items!, name, options)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return NUMBERS[name] ?? Math.max(schema.minimum ?? 0, 50);
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return options.now.toISOString();
  if (schema.format === 'date') return options.now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return TEXTS[name] ?? 'Some words';
}

function makeObject({ properties = {}, required = [] }: Schema, options: InputOptions): object {
  const names = Object.keys(properties).filter((name) => required.includes(name) || !LEFT_OUT.has(name));
  return Object.fromEntries(names.map((name) => [name, make(properties[name]!, name, options)]));
}
