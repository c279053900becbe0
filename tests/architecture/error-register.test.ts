import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readCatalogue } from '#platform/server/texts/catalogues.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { commonProblems, type ProblemRegistry } from '#platform/shared/problem.ts';
import { textsIn, type TextId } from '#platform/shared/texts/t.ts';

type Code = { owner: string; code: string; definition: ProblemRegistry[string] };

const codesOf = (owner: string, register: ProblemRegistry): Code[] =>
  Object.entries(register).map(([code, definition]) => ({ owner, code, definition }));

async function readCodes(): Promise<Code[]> {
  const found = codesOf('platform', commonProblems);
  for (const file of globSync('src/features/*/contract.ts')) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Problems'))
        found.push(...codesOf(basename(dirname(file)), value as ProblemRegistry));
  }
  return found;
}

const textFolders = () => [
  { owner: 'platform', folder: 'src/platform/texts' },
  ...globSync('src/features/*/texts').map((folder) => ({ owner: basename(dirname(folder)), folder })),
];

it('has every code once, in kebab-case, with a text in the catalogue of its feature', async () => {
  const codes = await readCodes();
  expect(codes.length).toBeGreaterThan(20);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  const english = localeOfTests();
  const { messages } = english;
  const t = textsIn(english) as (id: TextId, args?: object) => string;
  for (const { owner, code, definition } of codes) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(definition.status).toBeGreaterThanOrEqual(400);
    const id = `${owner}.problem.${code}`;
    expect([id, messages[id] !== undefined]).toEqual([id, true]);
    if (typeof messages[id] === 'string') expect(t(id as TextId)).toMatch(/^[A-Z].+/);
  }
});

it('has no text of a problem without its code', async () => {
  const codes = await readCodes();
  const known = new Set(codes.map(({ code }) => code));
  const owned = new Set(codes.map(({ owner, code }) => `${owner}.${code}`));
  const orphans = textFolders().flatMap(({ owner, folder }) =>
    Object.keys(readCatalogue(folder, 'en')).filter((id) => {
      const [, place, code = '', variant] = id.split('.');
      if (place !== 'problem') return false;
      // A variant is a more specific text, of a common code too.
      return variant === undefined ? !owned.has(`${owner}.${code}`) : !known.has(code);
    }),
  );
  expect(orphans).toEqual([]);
});

it('has the texts of schemas in catalogues', () => {
  const written = globSync(
    'src/features/*/{contract,passkey-contract,filter-query,reserved-names}.ts',
  ).filter((file) => /\b(error|message): ?(['"`])[^'"`]+ /.test(readFileSync(file, 'utf8')));
  expect(written).toEqual([]);
});
