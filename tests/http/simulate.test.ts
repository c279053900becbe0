import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { files } from '../architecture/source-tree.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

/** The program itself, as an operator runs it, against the product. */
let app: TestApp;
const program = join(import.meta.dirname, '../../bench/simulate/main.ts');

beforeAll(async () => {
  app = await TestApp.start({ pages: createFakePageSource() });
});
afterAll(() => app.stop());

function start(...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  child.stderr.on('data', (piece) => (output += piece));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number, output }));
  return { child, ended, output: () => output };
}

it('plays a day in twenty seconds, and reports every feature without an error', async () => {
  const { ended } = start('--yes', `--url=${app.address}`, '--minutes=0.33', '--multiple=20', '--accounts=4');
  const { code, output } = await ended;
  expect(output).toMatch(/Playing \d{2,} arrivals/);
  for (const feature of ['visit', 'home', 'list', 'search', 'book', 'message'])
    expect(output).toMatch(new RegExp(`\\| ${feature} \\| \\d+ \\| [\\d.]+ \\| [\\d.]+ \\| 0 \\| 0 \\|`));
  for (const resource of ['CPU of the process', 'event loop', 'database pool', 'queues', 'sockets'])
    expect(output).toMatch(new RegExp(`${resource} of http\\S+: at most \\d+ %`));
  for (const resource of ['CPU', 'memory', ...(existsSync('/proc/diskstats') ? ['disk'] : [])])
    expect(output).toMatch(
      new RegExp(`${resource} of the database of PostgreSQL on this machine: at most \\d+ %`),
    );
  expect(code).toBe(0);
  expect(app.app.live.connections()).toBeLessThan(5);
});

it('ends at Ctrl-C with the report of what it has played', async () => {
  const running = start('--yes', `--url=${app.address}`, '--minutes=5', '--multiple=20', '--accounts=2');
  await expect.poll(running.output, { timeout: 60_000 }).toContain('Playing');
  running.child.kill('SIGINT');
  const { code, output } = await running.ended;
  expect(output).toContain('Interrupted after');
  expect(code).toBe(130);
});

it('signs nobody up without --yes', async () => {
  const { code, output } = await start(`--url=${app.address}`).ended;
  expect([code, output]).toEqual([1, expect.stringContaining('tests only')]);
});

it('needs no packages that a running product does not have', async () => {
  const { scripts, dependencies } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { scripts: Record<string, string>; dependencies: Record<string, string> };
  expect(scripts.simulate).not.toContain('--tools');
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const loaded = new Set(['bench/simulate/main.ts']);
  const packages = new Set<string>();
  // A set goes on with what is added meanwhile.
  for (const file of loaded)
    for (const { specifier, path, names, isAtLoad } of importsOf.get(file) ?? []) {
      if (!isAtLoad && names !== null) continue; // types
      if (path !== undefined) loaded.add(path);
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  expect([...loaded]).toContain('bench/sections/upload-photo.ts');
  expect([...packages]).toContain('undici');
  const names = [...packages].map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
  expect(names.filter((name) => !(name in dependencies))).toEqual([]);
});
