import { foldMessage } from '../../message-words.ts';
import { hashText } from '../hash-text.ts';
import { arabicGroups } from './arabic.ts';
import { englishAndSpanishGroups } from './english-and-spanish.ts';
import { germanGroups } from './german.ts';

const LONG_NUMBER_LENGTH = 6;
const PRICE_LENGTH = 3;

type WordGroup = { name: string; hash: number };

const KIND = 4;
/** No prefix is longer. */
const MAX_PREFIX = 16;

/** What Arabic attaches to the beginning of a word: the article, 'and', 'with', 'for', persons and tenses. */
const ATTACHED = /^(?:و|ف)?(?:بال|كال|ال|لل|ب|ل|ه|ح|ي|ت|ن|س|ا)?(?=\p{Script=Arab}{3})/u;

/** The groups that a word of `toWords` belongs to. */
export type FindGroups = (word: string) => readonly WordGroup[];

function findGroupsIn(...tables: readonly Readonly<Record<string, string>>[]): FindGroups {
  const ofWord = new Map<string, WordGroup[]>();
  const ofPrefix = new Map<string, WordGroup[]>();
  for (const [name, list] of tables.flatMap((table) => Object.entries(table))) {
    for (const word of foldMessage(list).split(' ')) {
      if (word.endsWith('*')) addGroup(ofPrefix, word.slice(0, -1), name);
      else addGroup(ofWord, word, name);
    }
  }
  return (word) => {
    if (/^\d/u.test(word)) return [toGroup(numberGroup(word))];
    const found = new Map<string, WordGroup>();
    for (const form of formsOf(word)) {
      for (const group of ofWord.get(form) ?? []) found.set(group.name, group);
      for (let length = 1; length <= Math.min(form.length, MAX_PREFIX); length += 1)
        for (const group of ofPrefix.get(form.slice(0, length)) ?? []) found.set(group.name, group);
    }
    return [...found.values()];
  };
}

/** A word, and an Arabic one also without what is attached to its beginning. */
function formsOf(word: string): readonly string[] {
  const attached = ATTACHED.exec(word)?.[0].length ?? 0;
  return attached === 0 ? [word] : [word, word.slice(attached)];
}

/** The models, each with the groups of words that it knows. */
export const groupsOfModel = {
  'english-and-spanish': findGroupsIn(englishAndSpanishGroups),
  german: findGroupsIn(englishAndSpanishGroups, germanGroups),
  arabic: findGroupsIn(englishAndSpanishGroups, arabicGroups),
} satisfies Record<string, FindGroups>;
export type ModelName = keyof typeof groupsOfModel;

function numberGroup({ length }: string): string {
  if (length >= LONG_NUMBER_LENGTH) return 'long number';
  return length >= PRICE_LENGTH ? 'large amount' : 'amount';
}

function addGroup(groups: Map<string, WordGroup[]>, word: string, name: string): void {
  groups.set(word, [...(groups.get(word) ?? []), toGroup(name)]);
}

function toGroup(name: string): WordGroup {
  return { name, hash: hashText(KIND, name) };
}
