import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { findForeignLink } from './find-foreign-link.ts';
import { foldArabic } from './fold-arabic.ts';
import { markContacts } from './mark-contacts.ts';

/** Ends a clause: a negation before it does not reach the words behind it. */
export const CLAUSE_END = ',';

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...pairs('авеѕіјкмноԛрсԁтуһхӏԝ', 'abesijkmhoqpcdtyhxlw'),
  ...pairs('αβεικνορτυχɡ', 'abeiknoptuxg'),
};

/** Signs and digits in the place of a letter. */
const LEET: Readonly<Record<string, string>> = pairs('@4310!5$7', 'aaeioisst');

/** 'v3nm0', 'g!ft', '1tunes': one sign at a time between letters, or a zero behind them. */
const LEET_WORD = /^(?:1\p{L}{3,}|\p{L}+(?:[@!$013457]\p{L}+)+0?|\p{L}{3,}0)$/u;

/** What stands between two words more often than in one: 'hello!thanks'. */
const SIGNED_WORD = /^[\p{L}\p{N}]{1,2}[@!$]/u;

/** Fewer single letters in a row are words: 'y a', 'u r'. */
const MIN_SPACED_LETTERS = 3;

/** How people shorten words in chats. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  `u you,ur your,urs yours,r are,n and,w with,pls please,plz please,plis please,rn now,thru through,
  txt text,msg message,ppl people,b4 before,abt about,tmrw tomorrow,bc because,wanna want,gonna going,
  lemme let,acct account,acc account,num number,pic photo,pics photo,dis this,da the,ig instagram,
  insta instagram,wa whatsapp,wsp whatsapp,wasap whatsapp,wasa whatsapp,
  wapp whatsapp,tele telegram,tg telegram,x por,q que,pq porque,xq porque,pa para,xfa porfa,nomas solo`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** A message as rules and model see it. */
export type ReadMessage = { text: string; words: readonly string[]; hasLink: boolean };

export const readMessage = (text: string): ReadMessage => ({
  text,
  words: toWords(text),
  hasLink: findForeignLink(text) !== null,
});

/**
 * The words of a text in lower case, without accents, apostrophes and invisible characters, disguised ones as
 * they are meant. Punctuation between clauses becomes ','. Currency signs are words; a phone number, an email
 * address and a name in another service are one each (`markContacts`).
 */
export function toWords(text: string): string[] {
  const marked = markContacts(foldMessage(text));
  const found = marked.match(/[\p{L}\p{N}]+(?:[@!$][\p{L}\p{N}]+)*|[$€£]|[.,;:!?¿¡()،؛؟\n]/gu) ?? [];
  return joinSpacedLetters(found.flatMap(plainWords)).map((word) => ABBREVIATIONS.get(word) ?? word);
}

/** A message in one form of each letter, as the models were trained. Not the folding of the search (`foldText`). */
export const foldMessage = (text: string) =>
  foldArabic(toAsciiDigits(text))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’`]/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[\u0370-\u052f\u0261]/gu, (letter) => LOOKALIKES[letter] ?? letter);

function plainWords(word: string): string[] {
  if (/^[.,;:!?¿¡()،؛؟\n]$/u.test(word)) return [CLAUSE_END];
  if (/[@!$]/u.test(word) && word.length > 1 && !SIGNED_WORD.test(word)) return word.split(/[@!$]/u);
  if (!LEET_WORD.test(word)) return [word];
  return [word.replace(/[@!$013457]/gu, (sign) => LEET[sign]!)];
}

/** 'w h a t s a p p' as one word. */
function joinSpacedLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let letters: string[] = [];
  for (const word of [...words, '']) {
    if (/^\p{L}$/u.test(word)) {
      letters.push(word);
      continue;
    }
    joined.push(...(letters.length < MIN_SPACED_LETTERS ? letters : [letters.join('')]));
    letters = [];
    if (word !== '') joined.push(word);
  }
  return joined;
}

/** One character of the first text for one of the second. */
function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index]!]));
}
