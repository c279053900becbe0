import { commonProblem } from '#platform/shared/problem.ts';
import { singleLineText } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import { lookAlikes } from './look-alikes.ts';
import { isDisplayableName, looksLikeLink, nameLength, normalizeName } from './rules.ts';

let letters: ReadonlyMap<string, string> | undefined;

/** Made at the first use: most processes of the browser never need it. */
const lettersByLookAlike = () =>
  (letters ??= new Map(
    Object.entries(lookAlikes).flatMap(([letter, alike]) =>
      [...alike].map((character) => [character, letter] as const),
    ),
  ));

/** Code points of 'A' among the letters in brackets, squares and circles, and the regional indicators. */
const ENCLOSED_STARTS = [0x1f110, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

function toPlain(character: string): string {
  const code = character.codePointAt(0)!;
  const start = ENCLOSED_STARTS.find((first) => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCharCode(97 + code - start);
}

function toLetter(enclosed: string): string {
  const character = toPlain(enclosed);
  const alike = lettersByLookAlike();
  const plain = alike.get(character) ?? character.toLowerCase();
  return alike.get(plain) ?? alike.get(plain.toUpperCase()) ?? plain;
}

/** The letters that a text seems to consist of, without anything between them (tatweel neither): UTS #39's skeleton. */
const toSkeleton = (text: string): string =>
  [...text.normalize('NFKD')]
    .map(toLetter)
    .join('')
    .replace(/\P{L}|\u0640/gu, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm');

/** A digit replaces a letter, or separates letters: 'Book5wap', 'Book 5 Swap'. */
const toSkeletons = (text: string): string[] => [
  toSkeleton(text),
  toSkeleton(text.normalize('NFKD').replace(/\P{L}/gu, '')),
];

/** The product, and the word of the badge in each language. */
const productWords = ['bookswap', 'verified', 'verifiziert', 'bestätigt', 'verificad', 'موثق', 'مؤكد'].map(
  toSkeleton,
);

/** Like the icon of the badge. */
const CHECK_MARKS = /[\u221a\u2611\u2705\u2713\u2714\u{10102}\u{1f5f8}\u{1f5f9}]/u;

/** Names of users appear beside ours: no user may pass for the operator of the product, or write a badge. */
const impersonatesProduct = (text: string): boolean =>
  CHECK_MARKS.test(text) ||
  toSkeletons(text).some((skeleton) => productWords.some((word) => skeleton.includes(word))) ||
  [text, ...text.split(NO_LETTERS)].some((part) => isOneEditApart(toSkeleton(part), productWords[0]!));

/** Whether one letter is missing, added or another: 'Boookswap', 'Bookswop'. */
function isOneEditApart(text: string, word: string): boolean {
  if (Math.abs(text.length - word.length) > 1) return false;
  let same = 0;
  while (same < text.length && text[same] === word[same]) same += 1;
  const rest = (of: string, skipped: number) => of.slice(same + skipped);
  if (text.length === word.length) return rest(text, 1) === rest(word, 1);
  return text.length > word.length ? rest(text, 1) === rest(word, 0) : rest(text, 0) === rest(word, 1);
}

const NO_LETTERS = /[\s\p{P}\p{S}]+/u;

const toWords = (text: string): string[] =>
  text.split(' ').flatMap((word) => [toSkeleton(word), toSkeleton(`${word}s`)]);

/** No part of a real name contains these. */
const officeTitles = toWords(
  'administrator administrador administratorin moderator helpdesk webmaster sysadmin customerservice customersupport techsupport supportteam systemverwaltung kundendienst kundenservice studierendensekretariat atencionalcliente serviciotecnico',
).filter((_, index) => index % 2 === 0);

/** What an office does, or calls itself. */
const roles = new Set(
  toWords(
    'admin administration support help team staff office official service security billing verification registrar bursar system operator care trust safety fraud refund payment moderation moderator mod recovery police reset soporte noreply paypal stripe verwaltung leitung hilfe sicherheit betreuung kundendienst sekretariat dekanat administracion seguridad decanato الإدارة إدارة الدعم دعم المشرف مشرف الأمن السكرتارية العمادة المساعدة',
  ),
);

/** What stands beside a role in the name of an office. */
const contexts = new Set(
  toWords(
    'campus university college school student customer tech technical technology tecnico it book swap bs market marketplace account password user community the of and for your our my site website app web digital information info desk center centre department dept group crew notice message notification alert online email mail chat sales abuse public housing library financial aid hochschule hochschul universitat universitats studierenden studenten universidad universitaria universitario estudiantil konto cuenta correo الجامعه جامعه الحرم الطلاب طلاب حساب الحساب فريق',
  ),
);

const institutions = new Set(
  toWords('campus university college hochschule universitat universidad الجامعه جامعه'),
);

const admins = new Set(toWords('admin'));

/**
 * Roles that make an office of any word at the end of a name: 'Maya Support', 'PayPal Support'. Not the roles that
 * are surnames as well: Care, Help, Office, Police, Safety, Service, Staff and Trust.
 */
const finalRoles = new Set(
  toWords(
    'admin administration support helpdesk security billing verification moderation moderator mod recovery refund payment fraud department dept soporte verwaltung kundendienst administracion الإدارة الدعم',
  ),
);

/** Shorter ones are articles, or the beginning of a name. */
const MIN_CAMPUS_WORD_LENGTH = 4;

/** Skeletons of the words of a campus: `long` ones name it alone, `all` include the initials. */
type CampusWords = { long: ReadonlySet<string>; all: readonly string[] };

const noCampus: CampusWords = { long: new Set(), all: [] };

/** 'Northfield University' is also 'Northfield' and 'NU'. */
export function toCampusWords(campus: string): CampusWords {
  const words = campus.split(/[\s\p{P}]+/u);
  const initials = words.flatMap((word) => /^\p{Lu}/u.exec(word) ?? []).join('');
  const long = words.filter((word) => [...word].length >= MIN_CAMPUS_WORD_LENGTH);
  return {
    long: new Set(long.map(toSkeleton)),
    all: [...words, ...(initials.length > 1 ? [initials] : [])].map(toSkeleton),
  };
}

/** Whether a skeleton consists of words of an office, at least one of them a role. */
function isOffice(skeleton: string, campusWords: readonly string[]): boolean {
  // For each position: whether words reach it, and whether one of them is a role.
  const reached: (boolean | undefined)[] = [false];
  for (let start = 0; start < skeleton.length; start += 1) {
    if (reached[start] === undefined) continue;
    for (const [words, isRole] of [
      [contexts, false],
      [campusWords, false],
      [roles, true],
    ] as const)
      for (const word of words)
        if (word !== '' && skeleton.startsWith(word, start))
          reached[start + word.length] = reached[start + word.length] || reached[start]! || isRole;
  }
  return reached[skeleton.length] === true;
}

/** Not those inside a surname: "O'Brien", 'Office-Smith'. */
const SEPARATORS = /[^\P{P}'’\-.&]|[|~+=<>]|\s[-.]\s/u;

const officeName = textToken('accounts.field.name', { error: 'office', max: nameLength.max });

/** Whether a name looks like an office's: 'Campus Support', 'Maya (Help Desk)', 'Northfield Support' at Northfield. */
export function impersonatesOffice(name: string, campus = noCampus): boolean {
  const words = name.split(NO_LETTERS).map(toSkeleton).filter(Boolean);
  if (words.length > 1 && finalRoles.has(words.at(-1)!)) return true;
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (has(admins) || (has(institutions) && has(roles))) return true;
  if (has(institutions) && words.at(-1) === toSkeleton('it')) return true;
  if (has(campus.long) && has(roles)) return true;
  if (toSkeletons(name).some((whole) => officeTitles.some((title) => whole.includes(title)))) return true;
  return name.split(SEPARATORS).some((part) => toSkeletons(part).some((part) => isOffice(part, campus.all)));
}

/** A name from an identity provider, or null if it may not be shown. It never prevents a sign-in. */
export function sanitizeName(handedOn: string): string | null {
  const name = normalizeName(handedOn);
  return name !== '' &&
    isDisplayableName(name) &&
    !looksLikeLink(name) &&
    !impersonatesProduct(name) &&
    !impersonatesOffice(name)
    ? name
    : null;
}

type NameLimits = { min: number; max: number; field: 'accounts.field.name' | 'accounts.field.university' };

export const displayName = ({ min, max, field }: NameLimits) => {
  const error = (kind: 'characters' | 'link' | 'product') =>
    issueMessage({ id: field, args: { error: kind, max } });
  return singleLineText({ min, max, field })
    .transform(normalizeName)
    .refine(isDisplayableName, {
      error: error('characters'),
      abort: true,
    })
    .refine((text) => !looksLikeLink(text), {
      error: error('link'),
      abort: true,
    })
    .refine((text) => !impersonatesProduct(text), {
      error: error('product'),
    });
};

/** A name that does not look like an office of the campus either. */
export const unofficialName = (limits: NameLimits) =>
  displayName(limits).refine((text) => !impersonatesOffice(text), { error: issueMessage(officeName) });

/** Whether a name looks like an office of this installation's campus: 'Northfield Support'. */
export type IsCampusOffice = (name: string) => boolean;

/** The pages do not know all names of the campus, so the schemas of the contract cannot check this. */
export function createIsCampusOffice(campusNames: readonly string[]): IsCampusOffice {
  const campuses = [...new Set(campusNames)].map(toCampusWords);
  return (name) => campuses.some((campus) => impersonatesOffice(name, campus));
}

/** Throws 'invalid-request', with an error for the name. */
export function throwIfCampusOffice(isCampusOffice: IsCampusOffice, name: string | undefined): void {
  if (name === undefined || !isCampusOffice(name)) return;
  throw commonProblem('invalid-request', { errors: [{ path: 'name', text: officeName }], text: officeName });
}
