import { CLAUSE_END, type ReadMessage } from '../message-words.ts';
import { combineHashes, hashText } from './hash-text.ts';
import { type FindGroups, groupsOfModel, type ModelName } from './word-groups/word-groups.ts';

/** How much of each feature a message has, by the hash of the feature. */
export type Features = ReadonlyMap<number, number>;

/** Collects readable names of features: '"gift card"', '~vouch~', 'code → phone'. */
export type FeatureNames = Map<number, string>;

/** Features of different kinds differ in their hashes. */
const WORDS = 1;
const CHARACTERS = 2;
const SIGNS = 3;

/** Lengths of the character sequences. */
const SHORTEST = 3;
const LONGEST = 5;

/** Two groups belong together if their words are at most this far apart; nearer ones do more. */
const PAIR_REACH = 6;
const NEAR = 3;
const FAR_WEIGHT = 0.7;

/** Numbers in character sequences: longer ones are alike. */
const MAX_DIGITS = 4;

/** The fewest features to divide by: a single feature of a short message such as 'ok' weighs no more. */
const MIN_FEATURES = 12;

/**
 * What the model sees of a message: words and pairs of neighbors, sequences of characters, groups of words
 * and pairs of these. Each of the three kinds has the same weight in total.
 */
export function extractFeatures(message: ReadMessage, model: ModelName, names?: FeatureNames): Features {
  const kinds = [
    wordFeatures(message.words, names),
    characterFeatures(message.words, names),
    groupFeatures(message, groupsOfModel[model], names),
  ];
  const features = new Map<number, number>();
  for (const kind of kinds) {
    let squares = 0;
    for (const share of kind.values()) squares += share * share;
    const length = Math.sqrt(Math.max(squares, MIN_FEATURES));
    for (const [hash, share] of kind) features.set(hash, share / length);
  }
  return features;
}

function wordFeatures(words: readonly string[], names?: FeatureNames): Map<number, number> {
  const plain = words.map((word) => (isNumber(word) ? `#${word.length}` : word));
  const line = plain.join(' ');
  const found = new Map<number, number>();
  const add = (start: number, end: number) => {
    const hash = hashText(WORDS, line, start, end);
    found.set(hash, 1);
    names?.set(hash, `"${line.slice(start, end)}"`);
  };
  let before = 0;
  let start = 0;
  for (const [index, { length }] of plain.entries()) {
    add(start, start + length);
    if (index > 0) add(before, start + length);
    before = start;
    start += length + 1;
  }
  return found;
}

function characterFeatures(words: readonly string[], names?: FeatureNames): Map<number, number> {
  const signs = words.map((word) => (isNumber(word) ? '#'.repeat(Math.min(word.length, MAX_DIGITS)) : word));
  const line = ` ${signs.join(' ')} `;
  const found = new Map<number, number>();
  for (let start = 0; start < line.length; start += 1)
    for (let end = start + SHORTEST; end <= Math.min(start + LONGEST, line.length); end += 1) {
      const hash = hashText(CHARACTERS, line, start, end);
      found.set(hash, 1);
      names?.set(hash, `~${line.slice(start, end)}~`);
    }
  return found;
}

function groupFeatures(
  { words, text, hasLink }: ReadMessage,
  findGroups: FindGroups,
  names?: FeatureNames,
): Map<number, number> {
  const found = new Map<number, number>();
  const seen: { name: string; hash: number; position: number }[] = [];
  let first = 0;
  for (const [position, word] of words.entries()) {
    if (word === CLAUSE_END) continue;
    while (first < seen.length && position - seen[first]!.position > PAIR_REACH) first += 1;
    const groups = findGroups(word);
    for (const { name, hash } of groups) {
      found.set(hash, 1);
      names?.set(hash, name);
      for (let index = first; index < seen.length; index += 1) {
        const before = seen[index]!;
        const pair = combineHashes(before.hash, hash);
        found.set(pair, Math.max(found.get(pair) ?? 0, position - before.position <= NEAR ? 1 : FAR_WEIGHT));
        names?.set(pair, `${before.name} → ${name}`);
      }
    }
    seen.push(...groups.map((group) => ({ ...group, position })));
  }
  const signs = {
    link: hasLink,
    '?': /[?؟]/u.test(text),
    '? at the end': /[?؟]\s*$/u.test(text),
    '!': text.includes('!'),
  };
  for (const [name, isFound] of Object.entries(signs)) {
    if (!isFound) continue;
    const hash = hashText(SIGNS, name);
    found.set(hash, 1);
    names?.set(hash, `(${name})`);
  }
  return found;
}

const isNumber = (word: string) => /^\d+$/u.test(word);
