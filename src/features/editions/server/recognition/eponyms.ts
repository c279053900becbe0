import { toWords } from './fold-title.ts';
import { toSingular } from './title-words.ts';

/**
 * Family names that stay in the title of a textbook while its authors change: 'Campbell Biology'. Such a name
 * counts as an author, and its title without the name is the same work.
 */
const EPONYMS = `abbas adams alberts anson apley atkins bailey barrett bates berne braunwald brealey brock bronstein
brox campbell cecil cheshire chitty clerk creifelds dale davidson dubbel fifoot fitzpatrick ganong gerthsen gilman
goldman goodman gray gustafson guyton halliday harper harrison hatcher hole holleman hogan holton incropera janeway
jawetz jolowicz junqueira kandel kaplan katzung langman larsen lehninger lewis lindsell lippincott marieb matek
mcgregor medicus merziger mikhail mims moore morgan mortimer murtagh nelson netter nolte ormerod palandt papula perry
pschyrembel rang robbins roark roloff rosen sabiston sadock schwartz sears sherris shigley silbernagl snell sobotta
stoelting stryer swanson thieme tintinalli tipler tortora treitel vander vogel vollhardt wheater wiberg williams
winfield wohe zemansky zinth`;

const names = new Map(EPONYMS.split(/\s+/).map((name) => [toSingular(toWords(name)[0]!), name] as const));

/** Possessives that are no authors: 'A Beginner's Guide to Python', 'Women's Literature'. */
const ROLES = new Set(
  'actor america american artist author beginner child children clinician designer developer director doctor engineer entrepreneur everyone expert god investor king lawyer leader manager man men musician nation nurse parent people physician practitioner programmer queen reader researcher scientist student teacher instructor traveler traveller woman women world writer year'.split(
    ' ',
  ),
);

const POSSESSIVE =
  /^ *(?:the )?(?<names>(?:[\p{L}-]+(?:,? (?:and|&) |, ))*[\p{L}-]+)(?:'s|(?<=s)') (?<rest>.*\p{L}.* .*)$/u;

/** 'Winfield and Jolowicz on Tort'. */
const TREATISE = /^ *(?<one>\p{L}+) (?:and|&) (?<other>\p{L}+) on (?<rest>\p{L}.*)$/u;
/** No names: 'Notes and Essays on …'. */
const PAPERS = new Set('essays lectures notes papers readings reflections studies thoughts'.split(' '));

/** More names before a title are no book's: each of them is a key that joins works. */
const MAX_NAMES = 3;

export type EponymousTitle = { names: string[]; rest: string };

/** The people whom folded text names as owners of a book, and the text without them: 'Shigley's Mechanical …'. */
export function readPossessive(text: string): EponymousTitle | undefined {
  const possessive = POSSESSIVE.exec(text)?.groups;
  if (possessive) {
    const owners = toWords(possessive.names!).filter((word) => word !== 'and');
    if (owners.length > MAX_NAMES || owners.some((word) => ROLES.has(word))) return undefined;
    return { names: owners, rest: possessive.rest! };
  }
  const treatise = TREATISE.exec(text)?.groups;
  if (!treatise || PAPERS.has(treatise.one!) || PAPERS.has(treatise.other!)) return undefined;
  return { names: toWords(`${treatise.one} ${treatise.other}`), rest: treatise.rest! };
}

/** The known names and authors before a title of folded words, and the words without them; at least one is left. */
export function readEponyms(
  words: readonly string[],
  families: readonly string[],
): { names: string[]; rest: readonly string[] } {
  const found: string[] = [];
  let at = 0;
  for (; at < words.length - 1; at += 1) {
    const name = names.get(words[at]!);
    if (name !== undefined) found.push(name);
    else if (found.length === 0 || !families.some((family) => toSingular(family) === words[at])) break;
  }
  return found.length > MAX_NAMES ? { names: [], rest: words } : { names: found, rest: words.slice(at) };
}
