import type { CompiledMessage } from 'icu-minify/format';

/** A part of a compiled text: a string, the number of a plural, `[argument]`, `[argument, type, branches]`, `[tag, …parts]`. */
type Part = string | number | [name: string, ...rest: unknown[]];

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const RIGHT_TO_LEFT_MARK = '\u200f';

/** Programs would take the mark after an address for a part of it. */
const isUrl = (name: string) => /url$/i.test(name);

/**
 * A compiled text in which each name, title and amount is isolated: from right to left it would turn the order of
 * the words and marks beside it. Keys of branches are compared before, and stay as they are.
 */
export function isolateArguments(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return message;
  const parts = isolateAll(message);
  return (isWithoutLetters(parts) ? [RIGHT_TO_LEFT_MARK, ...parts] : parts) as CompiledMessage;
}

/** Such as 'day, time': as an argument of another text it would run from left to right, for isolated letters do not count. */
const isWithoutLetters = (parts: readonly Part[]) =>
  parts.includes(FIRST_STRONG_ISOLATE) &&
  parts.every((part) => (Array.isArray(part) ? part.length === 1 : !/\p{L}/u.test(String(part))));

const isolateAll = (parts: readonly Part[]): Part[] => parts.flatMap(isolate);

function isolate(part: Part): Part[] {
  if (!Array.isArray(part)) return [part];
  const [name, ...rest] = part;
  const [type, branches] = rest;
  if (rest.length === 0) return isUrl(name) ? [part] : [FIRST_STRONG_ISOLATE, part, POP_ISOLATE];
  if (typeof type !== 'number' || type === 0) return [[name, ...isolateAll(rest as Part[])]];
  if (typeof branches !== 'object') return [part];
  const isolated = Object.entries(branches as object).map(([key, branch]: [string, unknown]) => [
    key,
    Array.isArray(branch) ? isolateAll(branch as Part[]) : branch,
  ]);
  return [[name, type, Object.fromEntries(isolated)]];
}
