import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BootstrapTree, isRunning } from '#tests/support/server/bootstrap-tree.ts';

const start = ['scripts/start.mjs'];
// What the bootstrap does when it finds itself on an old Node.
const supervised = [
  '--input-type=module',
  '-e',
  `(await import('./scripts/bootstrap/supervise.mjs')).superviseServer()`,
];

let tree: BootstrapTree;

beforeEach(async () => {
  tree = await BootstrapTree.create();
});

afterEach(() => tree.remove());

const serverPid = (output: string) => Number(/listening \w+ (\d+)/.exec(output)?.[1]);
const gone = (pid: number) =>
  vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000, interval: 50 });

async function startAndStop(env?: Record<string, string>): Promise<string> {
  const run = tree.node(start, env);
  await run.says('listening');
  run.process.kill('SIGTERM');
  await run.ended;
  return run.output();
}

describe('building', () => {
  test('happens at the first start, and again only when a source has changed', async () => {
    expect(await startAndStop()).toContain('Building');
    expect(await startAndStop()).not.toContain('Building');
    await tree.write('src/app/word.test.ts', 'a test is no source of the pages');
    expect(await startAndStop()).not.toContain('Building');
    await tree.write('src/app/word.ts', `export const word: string = 'two';`);
    const output = await startAndStop();
    expect(output).toContain('Building');
    expect(output).toContain('listening two');
    expect(existsSync(tree.path('.building'))).toBe(false);
  });

  test('that is killed leaves nothing that a later start takes for a build', async () => {
    const run = tree.node(start, { BUNDLER: 'hang' });
    await vi.waitFor(() => expect(existsSync(tree.path('.building/dist/next/client/half'))).toBe(true), {
      timeout: 10_000,
    });
    process.kill(-Number(run.process.pid), 'SIGKILL');
    await run.ended;
    expect(existsSync(tree.path('dist'))).toBe(false);
    expect(await startAndStop()).toContain('Building');
    expect(existsSync(tree.path('dist/client/whole'))).toBe(true);
    expect(existsSync(tree.path('dist/server/whole'))).toBe(true);
  });

  test('that fails keeps the build before it, and says why', async () => {
    await startAndStop();
    await tree.write('src/app/word.ts', `export const word: string = 'two';`);
    const run = tree.node(start, { BUNDLER: 'fail' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('the bundler says why');
    expect(existsSync(tree.path('dist/client/whole'))).toBe(true);
  });

  test('is interrupted by Ctrl-C, with the bundler', async () => {
    const run = tree.node(start, { BUNDLER: 'hang' });
    await vi.waitFor(() => expect(existsSync(tree.path('.building/dist/next/client/half'))).toBe(true), {
      timeout: 10_000,
    });
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(130);
  });

  test('two starts at once build one after the other', async () => {
    const runs = [tree.node(start), tree.node(start)];
    await Promise.all(runs.map((run) => run.says('listening')));
    expect(runs.filter((run) => run.output().includes('Building the pages: done'))).toHaveLength(1);
  });
});

describe.each([
  ['in this process', start],
  ['under a process that watches over it', supervised],
])('the server %s', (_, command) => {
  test('hears a signal once, though the terminal and npm both send it', async () => {
    const run = tree.node(command);
    await run.says('listening');
    expect(run.output()).toContain('production');
    process.kill(-Number(run.process.pid), 'SIGINT');
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.output()).toContain('stop SIGINT 1');
    expect(run.output()).not.toMatch(/stop SIG\w+ 2/);
  });

  test('stops on SIGTERM, and its exit code is ours', async () => {
    const run = tree.node(command, { EXIT_CODE: '7' });
    await run.says('listening');
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(7);
    expect(run.output()).toContain('stop SIGTERM 1');
  });
});

test('a server whose starter was killed stops by itself', async () => {
  const run = tree.node(supervised);
  await run.says('listening');
  const pid = serverPid(run.output());
  expect(pid).not.toBe(run.process.pid);
  run.process.kill('SIGKILL');
  await gone(pid);
  await run.ended;
  expect(run.output()).toContain('stop SIGTERM 1');
});

test('a server whose npm was killed stops by itself', async () => {
  await startAndStop();
  // A shell and a Node stand where npm and its shell do.
  const npm = tree.node(
    [
      '-e',
      `require('child_process').spawn('sh', ['-c', '${process.execPath} scripts/start.mjs; exit'], { stdio: 'inherit' })`,
    ],
    { npm_lifecycle_event: 'start' },
  );
  await npm.says('listening');
  npm.process.kill('SIGKILL');
  await gone(serverPid(npm.output()));
});

describe('dev', () => {
  test('starts the server anew when a file that it has loaded changes', async () => {
    await tree.write('src/app/other.ts', '');
    const run = tree.node([...start, '--dev']);
    await run.says('listening one');
    expect(run.output()).toContain('development');
    await tree.write('src/app/other.ts', 'export {}');
    await tree.write('src/app/word.ts', `export const word: string = 'two';`);
    await run.says('listening two');
    await tree.write('src/app/word.ts', `export const word: string = broken`);
    await run.says('The server has ended');
    await tree.write('src/app/word.ts', `export const word: string = 'three';`);
    await run.says('listening three');
    expect(run.output()).not.toContain('other.ts has changed');
    process.kill(-Number(run.process.pid), 'SIGINT');
    expect(await run.ended).toBe(0);
    expect(isRunning(serverPid(run.output()))).toBe(false);
  });
});
