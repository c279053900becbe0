import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Catalogue,
  catalogueFolders,
  readCatalogue,
} from '../../src/platform/server/texts/catalogues.ts';
import { LANGUAGES, type Language } from '../../src/platform/shared/texts/languages.ts';

/** By id: hashes of a translation, and of the English text that it translates. */
type State = Readonly<Record<string, readonly [translation: string, english: string]>>;

export const TRANSLATIONS: readonly Language[] = LANGUAGES.filter((language) => language !== 'en');

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const fileOf = (folder: string, language: Language) => join(folder, '.state', `${language}.json`);

function readState(folder: string, language: Language): State {
  const file = fileOf(folder, language);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : {};
}

/**
 * Remembers the English of each translation that is new, was changed, or is confirmed as still right: an English change
 * makes the others stale.
 */
export function recordSources(confirmed: readonly string[] = []): void {
  for (const { path } of catalogueFolders)
    for (const language of TRANSLATIONS) {
      const texts = readCatalogue(path, language);
      if (Object.keys(texts).length === 0) continue;
      const state = toState(readCatalogue(path, 'en'), texts, readState(path, language), confirmed);
      const lines = Object.entries(state).map(([id, hashes]) => `  "${id}": ["${hashes.join('", "')}"]`);
      const file = fileOf(path, language);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
    }
}

export type Gaps = { missing: string[]; stale: string[] };

/** The ids that a language lacks, and those whose English has changed since. */
export function findGaps(language: Language): Gaps {
  const gaps: Gaps = { missing: [], stale: [] };
  for (const { path } of catalogueFolders) {
    const folder = compareWithEnglish(
      readCatalogue(path, 'en'),
      readCatalogue(path, language),
      readState(path, language),
    );
    gaps.missing.push(...folder.missing);
    gaps.stale.push(...folder.stale);
  }
  return gaps;
}

/** A translation of which no English text is remembered counts as stale. */
export function compareWithEnglish(english: Catalogue, texts: Catalogue, state: State): Gaps {
  const gaps: Gaps = { missing: [], stale: [] };
  for (const [id, { defaultMessage }] of Object.entries(english))
    if (texts[id] === undefined) gaps.missing.push(id);
    else if (state[id]?.[1] !== hash(defaultMessage)) gaps.stale.push(id);
  return gaps;
}

/** What `npm run texts` remembers of translations: `before` keeps the English of those that have not changed. */
export const toState = (
  english: Catalogue,
  texts: Catalogue,
  before: State,
  confirmed: readonly string[] = [],
): State =>
  Object.fromEntries(
    Object.entries(texts).map(([id, { defaultMessage }]) => {
      const own = hash(defaultMessage);
      const isKept = before[id]?.[0] === own && !confirmed.includes(id);
      return [id, isKept ? before[id]! : ([own, hash(english[id]!.defaultMessage)] as const)];
    }),
  );
