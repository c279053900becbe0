import pg, { type CustomTypesConfig } from 'pg';

type Parser = (text: string) => unknown;

/** int8 and count() as numbers; one that a number cannot hold exactly is an error. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer: select it as text`);
  return value;
}

const parseInt8Array = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .filter((item) => item !== '')
    .map((item) => (item === 'NULL' ? null : parseInt8(item)));

const NUMBERS = new Map<number, Parser>([
  [20, parseInt8], // int8
  [1016, parseInt8Array], // int8[]
]);
/** Keeps a day as text ('2026-11-20'): as a Date it would be midnight in the server's time zone. */
const DAYS = new Map<number, Parser>([[1082, (text) => text]]); // date

function withParsers(parsers: Map<number, Parser>, others: CustomTypesConfig): CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? others.getTypeParser(oid, format);
  return { getTypeParser };
}

/** Parsers for rows of the pool and of Drizzle's `execute`. A timestamptz is a Date. */
export const rowTypeParsers = withParsers(new Map([...NUMBERS, ...DAYS]), pg.types);

export const withInt8AsNumber = (others: CustomTypesConfig) => withParsers(NUMBERS, others);
