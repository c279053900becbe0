import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../src/platform/server/texts/catalogues.ts';
import type { Language } from '../../src/platform/shared/texts/languages.ts';
import { argumentsOf, visit } from './message-arguments.ts';

const ID = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
/** At the end of a description: the number of characters that there is space for. */
const MAX_LENGTH = / max (\d+)$/;
/** It would quote what follows, and lose the argument. */
const SINGLE_APOSTROPHE = /(?<!')'(?=[{#<])/;
/** A shorter text says too little to be translated without a description. */
const MIN_WORDS = 3;

/** What is wrong with the English catalogue of a folder with this name. */
export function checkEnglish(name: string, english: Catalogue): string[] {
  return Object.entries(english).flatMap(([id, { defaultMessage: text, description }]) => {
    const wrong = [...checkMessage('en', text)];
    if (!ID.test(id) || !id.startsWith(`${name}.`)) wrong.push(`is no id of ${name}`);
    const isShort = text.split(/\s+/).length < MIN_WORDS;
    if (!description && wrong.length === 0 && (isShort || argumentsOf(text).size > 0))
      wrong.push('needs a description');
    return [...wrong, ...checkLength(text, description)].map((fault) => `${id} ${fault}`);
  });
}

/** What is wrong with a translation, apart from what it lacks. */
export function checkTranslation(language: Language, texts: Catalogue, english: Catalogue): string[] {
  return Object.entries(texts).flatMap(([id, { defaultMessage: text }]) => {
    const source = english[id];
    if (source === undefined) return [`${id} is not in English`];
    const faults = checkMessage(language, text);
    if (faults.length > 0) return faults.map((fault) => `${id} ${fault}`);
    return [
      ...compareArguments(argumentsOf(text), argumentsOf(source.defaultMessage)),
      ...checkLength(text, source.description),
    ].map((fault) => `${id} ${fault}`);
  });
}

/** The ids that a catalogue file has twice: JSON keeps the last one without a word. */
export function findRepeatedIds(json: string): string[] {
  const ids = [...json.matchAll(/^ {2}"([^"]+)":/gm)].map(([, id]) => id!);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`);
}

function checkMessage(language: Language, text: string): string[] {
  let nodes: MessageFormatElement[];
  try {
    nodes = parse(text);
  } catch (error) {
    return [`is no message: ${(error as Error).message}`];
  }
  const wrong: string[] = [];
  if (text !== text.trim() || text === '') wrong.push('begins or ends with a space, or is empty');
  if (SINGLE_APOSTROPHE.test(text)) wrong.push("has ' before {, # or <: write ''");
  visit(nodes, (node, around) => wrong.push(...checkNode(node, around, language)));
  return wrong;
}

function* checkNode(
  node: MessageFormatElement,
  around: readonly MessageFormatElement[],
  language: Language,
): Generator<string> {
  if (node.type === TYPE.date || node.type === TYPE.time) yield 'formats a date: pass the formatted one';
  if (node.type === TYPE.number && node.style) yield 'gives a number a style: pass the formatted one';
  if (node.type !== TYPE.literal && node.type !== TYPE.pound && !/^[a-z][A-Za-z0-9]*$/.test(node.value))
    yield `names an argument '${node.value}'`;
  if (node.type === TYPE.literal && /<[a-z/]/i.test(node.value)) yield 'has a tag without an end';
  if (node.type !== TYPE.plural) return;
  if (around.some(({ type }) => type === TYPE.plural)) yield 'has a plural in a plural';
  const branches = Object.keys(node.options).filter((key) => !key.startsWith('='));
  // A text with one branch is the same for each number.
  if (branches.length === 1) return;
  const type = node.pluralType ?? 'cardinal';
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  for (const category of pluralCategories)
    if (!branches.includes(category)) yield `lacks the plural '${category}'`;
  for (const branch of branches)
    if (!(pluralCategories as string[]).includes(branch))
      yield `has a plural '${branch}', which the language has not`;
}

function* compareArguments(mine: Map<string, string>, theirs: Map<string, string>): Generator<string> {
  for (const [name, type] of theirs)
    if (!mine.has(name)) yield `lacks {${name}}`;
    else if (mine.get(name) !== type && !isLooser(mine.get(name)!, type))
      yield `has {${name}} as ${mine.get(name)} instead of ${type}`;
  for (const name of mine.keys()) if (!theirs.has(name)) yield `has an unknown {${name}}`;
}

/** A translation may write plainly what English selects by. */
const isLooser = (mine: string, theirs: string) => mine === 'string' && theirs !== 'Tag';

function* checkLength(text: string, description = ''): Generator<string> {
  const max = MAX_LENGTH.exec(description)?.[1];
  if (max === undefined) return;
  const length = longestBranch(parse(text));
  if (length > Number(max)) yield `has ${length} characters, and there is space for ${max}`;
}

/** Without the values of arguments. */
function longestBranch(nodes: readonly MessageFormatElement[]): number {
  return nodes.reduce((sum, node) => {
    if (node.type === TYPE.literal) return sum + node.value.length;
    if ('options' in node)
      return sum + Math.max(...Object.values(node.options).map(({ value }) => longestBranch(value)));
    return 'children' in node ? sum + longestBranch(node.children) : sum + 1;
  }, 0);
}
