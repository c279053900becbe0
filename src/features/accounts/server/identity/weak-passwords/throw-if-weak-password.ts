import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';

type PasswordOwner = { email: string; name: string };

/** Users append a year, a '1' or a '!' to a common password: it is as common with it. */
const TAIL = /[\d\p{P}\p{S}]{1,4}$/u;

/** Digits and signs around a common password, however many: '123password', 'letmein!!!!!'. */
const EDGES = /^[\d\p{P}\p{S}]+|[\d\p{P}\p{S}]+$/gu;

/** Characters that hide a common password between letters: spaces, hyphens, dots, and invisible ones. */
const SEPARATORS = /[\s\p{Pd}\p{Pc}.\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** One part, typed again and again: 'aaaaaaaa', 'passwordpassword'. */
const REPEATED = /^(.+?)\1+$/u;

/** What is left of a short password is in the list by chance. */
const MIN_CORE_LENGTH = 4;

/** Signs and digits in the place of a letter. */
const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
};

/** What an attacker who knows the user tries first, beside the words of name and email. */
const PRODUCT_WORDS = ['bookswap', 'book', 'swap', 'demo', 'libro', 'buch', 'كتاب'];

/** Common ones in languages that the list has few passwords of. */
const COMMON_ELSEWHERE = new Set(
  'passwort kennwort geheim geheimnis hallo hallowelt schatz sommer winter fussball ichliebedich contraseña contrasena clave hola teamo tequiero amorcito futbol universidad universitat hochschule verwaltung soporte كلمةالمرور كلمةالسر كلمهالسر مرحبا السلامعليكم بسمالله الحمدلله حبيبي محمد القاهرة الجامعة الإدارة'.split(
    ' ',
  ),
);

const MIN_WORD_LENGTH = 3;

/** A password is not common if this much of it is neither a word that belongs to the user nor a tail. */
const MIN_OWN_LENGTH = 4;

/**
 * Throws 'invalid-request' for `field` if a new password is a common one, or consists of the user's name or email
 * or of the product's name. Case, separators, repetitions, digits in the place of letters, and digits and signs
 * around it do not count; beside names up to four at the end.
 */
export function throwIfWeakPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword',
): void {
  if (!isPersonal(password, owner) && !isCommon(password)) return;
  const text = textToken('accounts.field.password.too-common');
  throw commonProblem('invalid-request', { errors: [{ path: field, text }], text });
}

function isCommon(password: string): boolean {
  const written = toComparable(password);
  const joined = written.replace(SEPARATORS, '');
  if ([written, joined, written.replace(TAIL, '')].some(isMostUsedPassword)) return true;
  const part = REPEATED.exec(joined)?.[1] ?? joined;
  if ([...part].length === 1) return true;
  return [joined, part]
    .flatMap((text) => [text, text.replace(EDGES, '')])
    .flatMap((text) => [text, REPEATED.exec(text)?.[1] ?? text])
    .flatMap((text) => [text, fromLeet(text), fromLeet(text).replace(EDGES, '')])
    .some((text) => [...text].length >= MIN_CORE_LENGTH && isMostUsedPassword(text));
}

const fromLeet = (text: string): string => text.replace(/[@43015!$7]/g, (sign) => LEET[sign]!);

function isPersonal(password: string, { email, name }: PasswordOwner): boolean {
  const known = [name, email.replace(/\.[^.@]*$/, ''), email.split('@')[0]!]
    .map(toWords)
    .flatMap((words) => [words.join(''), ...words])
    .concat(PRODUCT_WORDS)
    .filter((word) => [...word].length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
  const joined = toComparable(password).replace(SEPARATORS, '');
  return [joined.replace(/[@+]/g, ''), fromLeet(joined)].some((whole) => {
    const own = known.reduce((rest, word) => rest.replaceAll(word, ''), whole);
    return own !== whole && [...own.replace(TAIL, '')].length < MIN_OWN_LENGTH;
  });
}

const toComparable = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

const toWords = (text: string): string[] => toComparable(text).split(/[^\p{L}\p{M}\p{N}]+/u);

const LINE_FEED = 10;

let list: Buffer | undefined;

/** Whether the text, in lower case and NFKC, is one of 100,000 common passwords, or common in other languages. Read once: 7 ms, 0.8 MB. */
export function isMostUsedPassword(text: string): boolean {
  if (COMMON_ELSEWHERE.has(text)) return true;
  list ??= brotliDecompressSync(readFileSync(new URL('most-used-passwords.txt.br', import.meta.url)));
  return isLine(list, Buffer.from(text));
}

/** Searches lines that are sorted by their bytes. */
function isLine(lines: Buffer, line: Buffer): boolean {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // The line around the middle. A negative offset would count from the end.
    const start = middle === 0 ? 0 : lines.lastIndexOf(LINE_FEED, middle - 1) + 1;
    const end = lines.indexOf(LINE_FEED, start);
    const order = line.compare(lines, start, end);
    if (order === 0) return true;
    if (order < 0) high = start;
    else low = end + 1;
  }
  return false;
}
