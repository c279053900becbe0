/** SQL that is text is invisible to the rules of imports: these tests read the tables that it names. */
import { expect, test } from 'vitest';
import { featureOf, mayUse } from './feature-graph.ts';
import { product, read } from './source-tree.ts';

type Table = { feature: string; constant: string; isView: boolean };

const TABLE_MAP = read('CONTRIBUTING.md').split('## Table map')[1]!.split('\n## ')[0]!;

const isTableModule = (path: string | undefined) => /\/server\/(views\/)?table\.ts$/.test(path ?? '');

const namesIn = (cell: string) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);

/** The rows of the table map: owner, tables, and those of them that other features may join. */
const rows = [...TABLE_MAP.matchAll(/^\| (\w+) \| (.*) \| (.*) \|$/gm)].map(
  ([, owner, names = '', joined = '']) => ({
    owner,
    names: namesIn(names.split(';')[0]!),
    joined: namesIn(joined),
  }),
);
const joined = new Set(rows.flatMap((row) => row.joined));

/** The tables and views by their names in the database. */
const tables = new Map<string, Table>(
  product.flatMap(({ path, code }) =>
    [...code.matchAll(/export const (\w+) = pg(Table|View)\(\s*'([a-z_]+)'/g)].flatMap(
      ([, constant, kind, name]) => {
        const feature = featureOf(path);
        const isView = kind === 'View';
        return feature && constant && name ? [[name, { feature, constant, isView }] as const] : [];
      },
    ),
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

test('every feature with a table is known', () => {
  expect(tables.get('books')).toEqual({ feature: 'books', constant: 'books', isView: false });
  expect(tables.get('price_notices')).toMatchObject({ feature: 'prices', constant: 'priceNotices' });
});

test('SQL changes and locks only rows of the feature it is in', () => {
  expect(mentions.filter((mention) => !isRead(mention)).map(({ at }) => at)).toEqual([]);
});

test('SQL reads tables of another feature only where that feature offers them for joins', () => {
  const wrong = mentions.filter((mention) => isRead(mention) && !joined.has(mention.table));
  expect(wrong.map(({ at, table }) => `${at} → ${table}`)).toEqual([]);
});

test('SQL names no table of a feature that the graph forbids; a view is an interface for features below', () => {
  const wrong = mentions.flatMap(({ at, feature, table }) => {
    const { feature: owner, isView } = tables.get(table)!;
    return isView || mayUse(feature, owner) ? [] : [`${at} → ${table}`];
  });
  expect(wrong).toEqual([]);
});

test('other features import only tables that are offered for joins, but for foreign keys', () => {
  const constants = new Set([...joined].map((name) => tables.get(name)?.constant));
  const wrong = product.flatMap(({ path: from, imports }) => {
    if (!featureOf(from) || from.endsWith('table.ts')) return [];
    const foreign = imports.filter(({ path }) => isTableModule(path) && featureOf(path) !== featureOf(from));
    return foreign
      .flatMap(({ names }) => names ?? [])
      .filter((name) => !constants.has(name))
      .map((name) => `${from} → ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('query builders change only tables of their own feature', () => {
  const wrong = product.flatMap(({ path, code, imports }) => {
    const feature = featureOf(path);
    const foreign = imports.filter((entry) => isTableModule(entry.path) && featureOf(entry.path) !== feature);
    return foreign.flatMap(({ names }) =>
      (names ?? [])
        .filter((name) => new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(code))
        .map((name) => `${path}: ${name}`),
    );
  });
  expect(wrong).toEqual([]);
});

test('the table map of CONTRIBUTING.md names every table and view with its owner', () => {
  const declared = product.flatMap(({ path, code }) =>
    [...code.matchAll(/pg(?:Table|View)\(\s*'([a-z_]+)'/g)].map(
      ([, name]) => `${featureOf(path) ?? 'platform'}: ${name}`,
    ),
  );
  const listed = rows.flatMap(({ owner, names }) => names.map((name) => `${owner}: ${name}`));
  expect(listed.toSorted()).toEqual(declared.toSorted());
});
