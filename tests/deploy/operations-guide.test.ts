/** What the operations guide tells people to type. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { enginePackages } from '#tests/containers/support/missing-programs.ts';

const root = join(import.meta.dirname, '../..');
const guide = await readFile(join(root, 'docs/operations.md'), 'utf8');
const commands = [...guide.matchAll(/^ *```sh\n([\s\S]*?)^ *```$|(?<!`)`([^`\n]+)`(?!`)/gm)].flatMap(
  ([, block, inline]) => (block ?? inline!).split('\n').map((line) => line.trim()),
);
const podman = /^### Podman$([\s\S]*?)^###? /m.exec(guide)![1]!;

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
      ...line.matchAll(/docker[ -]compose (?:exec|stop|build|logs|up)((?: --?[\w-]+)*)((?: [a-z][\w-]*)*)/g),
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

it('names no command of Compose that Debian 12 lacks, except where it says what Podman needs instead', () => {
  const known = new Set(
    (
      'build config create down events exec help images kill logs pause port ps pull push restart rm run scale ' +
      'start stop top unpause up version'
    ).split(' '),
  );
  const upOptions = new Set(['--build', '--detach', '--no-deps', '--no-build', '--force-recreate']);
  // In a list, a command may go on in the next line.
  const used = [...guide.matchAll(/docker[ -]compose(?: |\n +)([a-z]+)((?: --[\w-]+)*)/g)];
  expect(used.length).toBeGreaterThan(12);
  const missing = used.flatMap(([, command = '', options = '']) => [
    ...(known.has(command) ? [] : [command]),
    ...(command === 'up'
      ? options.split(' ').filter((option) => option !== '' && !upOptions.has(option))
      : []),
  ]);
  const named = [...podman.matchAll(/\bno `([\w-]+)`/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(missing));
});

it('installs what the tests of Podman install', async () => {
  const install = /apt-get install .*/.exec(podman)![0].split(' ');
  expect(enginePackages.filter((name) => !install.includes(name))).toEqual([]);
  const ci = await readFile(join(root, '.ci/run'), 'utf8');
  expect(enginePackages.filter((name) => !new RegExp(`\\b${name}\\b`).test(ci))).toEqual([]);
});
