import { toIsbn13 } from '#features/books/isbn.ts';
import { isDate, MAX_PHONE_DIGITS, MIN_LONGEST_GROUP, MIN_PHONE_DIGITS } from '../phone-numbers.ts';

/** Words that stand for what leads out of the product. */
export const EMAIL_WORD = 'emailaddress';
export const PHONE_WORD = 'phonenumber';
export const USERNAME_WORD = 'username';

const PROVIDERS = 'g ?mail|gmial|hotmail|outlook|yahoo|icloud|proton|protonmail';

/** 'jo@uni.edu', 'jo (at) gmail', 'jo arroba outlook'. Bounded: the work grows with the text alone. */
const EMAILS = new RegExp(
  String.raw`[\p{L}\p{N}._+-]{1,40}(?:@[\p{L}\p{N}-]{1,40}\.\p{L}` +
    String.raw`| ?[(\[] ?(?:at|arroba|@) ?[)\]] ?[\p{L}\p{N}]{1,40}| ?(?:@| at | arroba ) ?(?:${PROVIDERS}))` +
    String.raw`[\p{L}\p{N}.-]{0,40}`,
  'gu',
);

/** '@books.jo', 'books_jo', 'books#0417'. */
const USERNAMES =
  /(?<![\p{L}\p{N}])(?:@\/?[\p{L}\p{N}_.]{3,40}|[\p{L}\p{N}]{1,40}(?:_[\p{L}\p{N}_]{2,40}|#\d{4}))/gu;

/** So many short groups are one number that is spelled: 'five five five, oh one'. */
const MIN_SPELLED_GROUPS = 5;

const DIGIT_WORDS: ReadonlyMap<string, string> = new Map(
  `zero 0,oh 0,cero 0,one 1,uno 1,two 2,dos 2,three 3,tres 3,four 4,cuatro 4,five 5,cinco 5,six 6,seis 6,
  seven 7,siete 7,eight 8,ocho 8,nine 9,nueve 9,ten 10,diez 10,twenty 20,veinte 20,thirty 30,treinta 30,
  forty 40,cuarenta 40,fifty 50,cincuenta 50,sixty 60,sesenta 60,seventy 70,setenta 70,eighty 80,ochenta 80,
  ninety 90,noventa 90,null 0,eins 1,zwei 2,zwo 2,drei 3,vier 4,funf 5,sechs 6,sieben 7,acht 8,neun 9,
  صفر 0,واحد 1,اثنان 2,اثنين 2,اتنين 2,ثلاثه 3,تلاته 3,اربعه 4,خمسه 5,سته 6,سبعه 7,ثمانيه 8,تمانيه 8,تسعه 9`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
const REPEATS: Readonly<Record<string, number>> = { double: 2, doble: 2, triple: 3 };
const JOINTS = new Set(['y', 'and', 'und', 'و', 'then', 'plus', '-', '.', '(', ')', '+', '*', '_', '~']);

/** A folded text in which each phone number, email address and user name is one word. */
export const markContacts = (text: string): string => markPhoneNumbers(markNames(text));

function markNames(text: string): string {
  const marked = /@| at |[([]at|arroba/u.test(text) ? text.replaceAll(EMAILS, ` ${EMAIL_WORD} `) : text;
  return /[@_#]/u.test(marked) ? marked.replaceAll(USERNAMES, ` ${USERNAME_WORD} `) : marked;
}

type NumberRun = { start: number; end: number; groups: string[]; isSpelled: boolean };

/** Marks numbers in digits and in words: '9 one five, triple five 0142'. */
function markPhoneNumbers(text: string): string {
  let marked = '';
  let copied = 0;
  for (const { start, end } of findNumberRuns(text).filter((run) => isPhoneNumber(run, text))) {
    marked += `${text.slice(copied, start)} ${PHONE_WORD} `;
    copied = end;
  }
  return marked + text.slice(copied);
}

function findNumberRuns(text: string): NumberRun[] {
  const runs: NumberRun[] = [];
  let run: NumberRun | undefined;
  let repeats = 1;
  for (const { 0: part, index } of text.matchAll(/\d+|\p{L}+|[^\s\p{L}\d]/gu)) {
    const word = DIGIT_WORDS.get(part);
    const digits = /^\d/u.test(part) ? part : word;
    if (digits !== undefined) {
      if (run === undefined) runs.push((run = { start: index, end: index, groups: [], isSpelled: false }));
      run.groups.push(digits.repeat(repeats));
      run.end = index + part.length;
      run.isSpelled = word !== undefined || part.length === 1;
    } else if (part in REPEATS) {
      repeats = REPEATS[part]!;
      continue;
    } else if (!JOINTS.has(part) && !(/[,،]/u.test(part) && run?.isSpelled)) run = undefined;
    repeats = 1;
  }
  return runs;
}

function isPhoneNumber({ groups, start, end }: NumberRun, text: string): boolean {
  const digits = groups.join('');
  if (digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS) return false;
  const longest = Math.max(...groups.map(({ length }) => length));
  if (longest < MIN_LONGEST_GROUP && groups.length < MIN_SPELLED_GROUPS) return false;
  return (
    !isIsbn(text.slice(start, end), digits) && !isDate(groups) && !/[$€£]\s?$/u.test(text.slice(0, start))
  );
}

/** Also one with a wrong digit, or the beginning of one. */
const isIsbn = (written: string, digits: string) =>
  toIsbn13(written) !== null || (/^97[89]/u.test(digits) && (digits.length === 13 || digits === written));
