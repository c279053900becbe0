/** What the operations guide tells people to type. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const guide = await readFile(join(root, 'docs/operations.md'), 'utf8');
const commands = [...guide.matchAll(/^ *```sh\n([\s\S]*?)^ *```$|(?<!`)`([^`\n]+)`(?!`)/gm)].flatMap(
  ([, block, inline]) => (block ?? inline!).split('\n').map((line) => line.trim()),
);

it('has commands', () => {
  expect(commands.length).toBeGreaterThan(100);
});

it('closes each database that it creates to other roles', () => {
  const created = [...guide.matchAll(/CREATE DATABASE (\w+).*|\bcreatedb(?: --\S+)* (\w+)\n.*/g)];
  expect(created).toHaveLength(2);
  const open = created.filter(([text, byStatement, byProgram]) => {
    const revoke = `REVOKE CONNECT ON DATABASE ${byStatement ?? byProgram} FROM PUBLIC`;
    return !text.includes(revoke);
  });
  expect(open.map(([text]) => text)).toEqual([]);
});

it('names no version, tag or branch that does not exist', async () => {
  const named = commands.flatMap((line) => [
    ...[...line.matchAll(/--branch[ =](\S+)|git checkout (\S+)/g)].map(([, one, other]) => (one ?? other)!),
    ...[...line.matchAll(/\bv\d+\.\d+\.\d+\b/g)].map(([tag]) => tag),
    ...[...line.matchAll(/bookswap[:-](\d[\w.]*)/g)].map(([, version]) => `v${version}`),
  ]);
  const tags = existsSync(join(root, '.git'))
    ? (await promisify(execFile)('git', ['tag'], { cwd: root })).stdout.split('\n')
    : [];
  // What readers replace.
  const placeholders = ['COMMIT'];
  expect(named.filter((name) => ![...tags, ...placeholders].includes(name))).toEqual([]);
});

it('names files that the product has', () => {
  const paths = commands.flatMap((line) => [...line.matchAll(/(?:\/opt\/bookswap\/|^)(deploy\/[\w./-]+)/g)]);
  expect(paths.length).toBeGreaterThan(3);
  const made = ['deploy/compose/.env'];
  const missing = paths.map(([, path]) => path!).filter((path) => !existsSync(join(root, path)));
  expect(missing.filter((path) => !made.includes(path))).toEqual([]);
});

it('names services and images of Compose that there are', async () => {
  const compose = parse(await readFile(join(root, 'deploy/compose/compose.yaml'), 'utf8'), {
    merge: true,
  }) as {
    services: Record<string, unknown>;
  };
  const named = commands.flatMap((line) =>
    [
      ...line.matchAll(/docker[ -]compose (?:exec|stop|build|logs|up)((?: --[\w-]+)*)((?: [a-z][\w-]*)*)/g),
    ].map(([, , rest]) => rest!.trim().split(' ')[0]!),
  );
  const services = new Set(['', ...Object.keys(compose.services)]);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !services.has(name))).toEqual([]);
  const images = commands.flatMap((line) =>
    [...line.matchAll(/(?:--tag|--stop-timeout \d+) (\S+)/g)].map(([, image]) => image),
  );
  expect(new Set(images)).toEqual(new Set(['localhost/bookswap:local']));
});
