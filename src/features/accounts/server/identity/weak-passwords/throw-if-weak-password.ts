import { readFileSync } from 'node:fs';
import { commonProblem } from '#platform/shared/problem.ts';

/** The owner of a new password. */
type PasswordOwner = { email: string; name: string };

/** Users append a year, a '1' or a '!' to a common password: it is as common with it. */
const TAIL = /[\d\p{P}\p{S}]{1,4}$/u;

/** What an attacker who knows the user tries first, beside the words of name and email. */
const PRODUCT_WORDS = ['bookswap', 'book', 'swap'];

const MIN_WORD_LENGTH = 3;

/** A password is not common if this much of it is neither a word that belongs to the user nor a tail. */
const MIN_OWN_LENGTH = 4;

/**
 * Throws 'invalid-request', with an error for `field`, if a new password is one of the 10,000 most common, or
 * consists of the user's name or email or of the product's name. Case does not count, nor do up to four
 * digits and signs at the end. The length is checked by `../../../contract.ts`.
 */
export function throwIfWeakPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword',
): void {
  if (!isPersonal(password, owner) && !isCommon(password)) return;
  const message = 'This password is too common.';
  throw commonProblem('invalid-request', { errors: [{ path: field, message }], detail: message });
}

/** The list is read each time: that takes 0.1 ms, hashing takes 100, and nothing is held in memory. */
function isCommon(password: string): boolean {
  const list = `\n${readFileSync(new URL('most-used-passwords.txt', import.meta.url), 'utf8')}`;
  const written = toComparable(password);
  return [written, written.replace(TAIL, '')].some((text) => text !== '' && list.includes(`\n${text}\n`));
}

function isPersonal(password: string, { email, name }: PasswordOwner): boolean {
  const known = [name, email.replace(/\.[^.@]*$/, ''), email.split('@')[0]!]
    .map(toWords)
    .flatMap((words) => [words.join(''), ...words])
    .concat(PRODUCT_WORDS)
    .filter((word) => [...word].length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
  const whole = toComparable(password).replace(/[\s\p{Pd}\p{Pc}.@+]/gu, '');
  const own = known.reduce((rest, word) => rest.replaceAll(word, ''), whole);
  return own !== whole && [...own.replace(TAIL, '')].length < MIN_OWN_LENGTH;
}

const toComparable = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

const toWords = (text: string): string[] => toComparable(text).split(/[^\p{L}\p{M}\p{N}]+/u);
