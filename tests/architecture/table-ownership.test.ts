/** SQL that is text is invisible to the rules of imports: these tests read the tables that it names. */
import { expect, test } from 'vitest';
import { files, product, read } from './source-tree.ts';

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

type Table = { feature: string; isOffered: boolean };

/** By its name in the database. A table is offered for joins where its feature's public.ts exports it. */
const tables = new Map<string, Table>(
  product.flatMap(({ path, code }) =>
    [...code.matchAll(/export const (\w+) = pgTable\(\s*'([a-z_]+)'/g)].flatMap(([, constant, name]) => {
      const feature = featureOf(path);
      if (!feature || !constant || !name) return [];
      const offer = files.find((file) => file.path === `src/features/${feature}/server/public.ts`);
      return [
        [
          name,
          { feature, isOffered: offer?.exports.some((entry) => entry.name === constant) ?? false },
        ] as const,
      ];
    }),
  ),
);

type Mention = { at: string; feature: string; verb: string; table: string; isLocked: boolean };

/** Tables of other features that a feature's SQL names after a keyword. */
const mentions: Mention[] = product.flatMap(({ path, code }) => {
  const feature = featureOf(path);
  if (!feature || !path.includes('/server/')) return [];
  const found = code.matchAll(/\b(from|join|into|update|delete from|truncate)\s+"?([a-z_]+)\b(?=([^`]*))/gi);
  return [...found].flatMap(({ 1: verb = '', 2: table = '', 3: rest = '', index }) => {
    if ((tables.get(table)?.feature ?? feature) === feature) return [];
    const at = `${path}:${code.slice(0, index).split('\n').length}`;
    const isLocked = /^\s+(\w+\s+)?where[^()]*\bfor (no key )?(update|share)\b/i.test(rest);
    return [{ at, feature, verb: verb.toLowerCase(), table, isLocked }];
  });
});

const isRead = ({ verb, isLocked }: Mention) => (verb === 'from' || verb === 'join') && !isLocked;

/** `accounts` uses `photos`, so that `photos` cannot call a function of `accounts`. */
const LOCKS_OF_OTHERS = ['src/features/photos/server/start-upload.ts'];

test('every feature with a table is known', () => {
  expect(tables.get('books')).toEqual({ feature: 'books', isOffered: true });
  expect(tables.get('price_notices')).toEqual({ feature: 'prices', isOffered: false });
});

test('SQL changes and locks only rows of the feature it is in', () => {
  const wrong = mentions.filter((mention) => !isRead(mention));
  expect(wrong.map(({ at }) => at.replace(/:\d+$/, ''))).toEqual(LOCKS_OF_OTHERS);
});

test('SQL reads tables of another feature only where that feature offers them for joins', () => {
  const wrong = mentions.filter((mention) => isRead(mention) && !tables.get(mention.table)!.isOffered);
  expect(wrong.map(({ at, table }) => `${at} → ${table}`)).toEqual([]);
});

test('query builders change only tables of their own feature', () => {
  const wrong = product.flatMap(({ path, code, imports }) => {
    const feature = featureOf(path);
    const foreign = imports.filter(
      (entry) => entry.path?.endsWith('/server/public.ts') && featureOf(entry.path) !== feature,
    );
    return foreign.flatMap(({ names }) =>
      (names ?? [])
        .filter((name) => new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(code))
        .map((name) => `${path}: ${name}`),
    );
  });
  expect(wrong).toEqual([]);
});

test('the table map of CONTRIBUTING.md names every table with its owner', () => {
  const declared = product.flatMap(({ path, code }) =>
    [...code.matchAll(/pgTable\(\s*'([a-z_]+)'/g)].map(
      ([, name]) => `${featureOf(path) ?? 'platform'}: ${name}`,
    ),
  );
  const map = read('CONTRIBUTING.md').split('## Table map')[1]!.split('\n## ')[0]!;
  const listed = [...map.matchAll(/^\| (\w+) \| (.*) \|$/gm)].flatMap(([, owner, names = '']) =>
    [...names.split(';')[0]!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => `${owner}: ${name}`),
  );
  expect(listed.toSorted()).toEqual(declared.toSorted());
});
