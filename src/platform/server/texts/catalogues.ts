import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { directionOf, type Language } from '#platform/shared/texts/languages.ts';
import type { Messages } from '#platform/shared/texts/locale.ts';
import { isolateArguments } from './isolate-arguments.ts';

/** A catalogue as it is written, in the form of Format.JS. */
export type Catalogue = Record<string, { defaultMessage: string; description?: string }>;

const SOURCES = join(import.meta.dirname, '../../..');

/** The folders with catalogues, from `src`: `ui/texts`, `features/books/texts`. Each has the name of its ids. */
export const catalogueFolders: readonly { name: string; path: string }[] = [
  ...['app', 'platform', 'ui'].map((name) => ({ name, path: join(SOURCES, name, 'texts') })),
  ...readdirSync(join(SOURCES, 'features'))
    .sort()
    .map((name) => ({ name, path: join(SOURCES, 'features', name, 'texts') })),
].filter(({ path }) => existsSync(path));

/** Empty without a file. */
export function readCatalogue(folder: string, language: Language): Catalogue {
  const file = join(folder, `${language}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

/** Most texts are plain, and the parser takes its time. */
function compileText(text: string, language: Language): CompiledMessage {
  if (!/[{<']/.test(text)) return text;
  const compiled = compile(text);
  return directionOf(language) === 'rtl' ? isolateArguments(compiled) : compiled;
}

/** All texts of a language. What it lacks is in English. */
export function loadMessages(language: Language): Messages {
  const english = language === 'en' ? {} : loadMessages('en');
  const own = catalogueFolders.flatMap(({ path }) =>
    Object.entries(readCatalogue(path, language)).map(([id, { defaultMessage }]) => [
      id,
      compileText(defaultMessage, language),
    ]),
  );
  return { ...english, ...Object.fromEntries(own) } as Messages;
}
