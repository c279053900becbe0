import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRunning, SampleProject } from './sample-project.ts';

const start = ['start.mjs'];
// The launcher's path on an old Node.
const supervise = ['supervise.mjs'];

let project: SampleProject;

beforeEach(async () => {
  project = await SampleProject.create();
});

afterEach(() => project.remove());

const serverPid = (output: string) => Number(/listening \w+ (\d+)/.exec(output)?.[1]);
const hasEnded = (pid: number) =>
  vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000, interval: 50 });
const buildHasBegun = () =>
  vi.waitFor(() => expect(existsSync(project.path('.building/dist/next/client/half'))).toBe(true), {
    timeout: 10_000,
  });
const writeWord = (word: string) => project.write('src/word.ts', `export const word: string = ${word};`);

/** Runs the command as npm does: in a shell that `exec` replaces. */
const underNpm = (command: string[]) =>
  project.node(
    [
      '-e',
      `require('child_process').spawn('sh', ['-c', 'exec ${process.execPath} ${command.join(' ')}'], { stdio: 'inherit' })`,
    ],
    { npm_lifecycle_event: 'start' },
  );

async function startAndStop(env?: Record<string, string>): Promise<string> {
  const run = project.node(start, env);
  await run.says('listening');
  run.process.kill('SIGTERM');
  await run.ended;
  return run.output();
}

describe('building', () => {
  test('happens at the first start, and again only after a source has changed', async () => {
    expect(await startAndStop()).toContain('Building');
    expect(await startAndStop()).not.toContain('Building');
    await project.write('src/word.test.ts', 'a test is no input of the build');
    expect(await startAndStop()).not.toContain('Building');
    await writeWord(`'two'`);
    const output = await startAndStop();
    expect(output).toContain('Building');
    expect(output).toContain('listening two');
    expect(existsSync(project.path('.building'))).toBe(false);
  });

  test('that is killed leaves nothing that a later start takes for a build', async () => {
    const run = project.node(start, { BUNDLER: 'hang' });
    await buildHasBegun();
    process.kill(-Number(run.process.pid), 'SIGKILL');
    await run.ended;
    expect(existsSync(project.path('dist'))).toBe(false);
    expect(await startAndStop()).toContain('Building');
    expect(existsSync(project.path('dist/client/whole'))).toBe(true);
  });

  test('that fails keeps the previous build, and prints the reason', async () => {
    await startAndStop();
    await writeWord(`'two'`);
    const run = project.node(start, { BUNDLER: 'fail' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('the bundler says why');
    expect(existsSync(project.path('dist/client/whole'))).toBe(true);
  });

  test('is interrupted by Ctrl-C, with the bundler', async () => {
    const run = project.node(start, { BUNDLER: 'hang' });
    await buildHasBegun();
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(130);
  });

  test('two starts at once build one after the other', async () => {
    const runs = [project.node(start), project.node(start)];
    await Promise.all(runs.map((run) => run.says('listening')));
    expect(runs.filter((run) => run.output().includes('Building the sample: done'))).toHaveLength(1);
  });
});

describe.each([
  ['in this process', start],
  ['in a child process', supervise],
])('the server %s', (_, command) => {
  test('receives a signal once, though the terminal and npm both send it', async () => {
    const run = project.node(command);
    await run.says('listening');
    expect(run.output()).toContain('production');
    process.kill(-Number(run.process.pid), 'SIGINT');
    run.process.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.output()).toContain('stop SIGINT 1');
    expect(run.output()).not.toMatch(/stop SIG\w+ 2/);
  });

  test.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('that takes long to stop: a second %s ends it with %i', async (signal, code) => {
    const run = project.node(command, { STOP_MS: '4000' });
    await run.says('listening');
    run.process.kill(signal);
    await run.says('still stopping');
    run.process.kill(signal);
    expect(await run.ended).toBe(code);
  });

  test('stops on SIGTERM, and the launcher exits with its code', async () => {
    const run = project.node(command, { EXIT_CODE: '7' });
    await run.says('listening');
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(7);
    expect(run.output()).toContain('stop SIGTERM 1');
  });

  test('stops when npm is killed', async () => {
    await startAndStop();
    const npm = underNpm(command);
    await npm.says('listening');
    npm.process.kill('SIGKILL');
    await hasEnded(serverPid(npm.output()));
  });
});

test('a server whose launcher was killed stops', async () => {
  const run = project.node(supervise);
  await run.says('listening');
  const pid = serverPid(run.output());
  expect(pid).not.toBe(run.process.pid);
  run.process.kill('SIGKILL');
  await hasEnded(pid);
  await run.ended;
  expect(run.output()).toContain('stop SIGTERM 1');
});

test('a program receives the signals of the launcher, which exits with its code', async () => {
  const run = project.node(['run.mjs', 'src/main.ts'], { EXIT_CODE: '3' });
  await run.says('listening');
  run.process.kill('SIGTERM');
  expect(await run.ended).toBe(3);
});

describe('the development server', () => {
  test('starts again when a file that it has loaded changes', async () => {
    await project.write('src/other.ts', '');
    const run = project.node([...start, '--dev']);
    await run.says('listening one');
    expect(run.output()).toContain('development');
    await project.write('src/other.ts', 'export {}');
    await writeWord(`'two'`);
    await run.says('listening two');
    await writeWord('broken');
    await run.says('The server has ended');
    await writeWord(`'three'`);
    await run.says('listening three');
    expect(run.output()).not.toContain('other.ts has changed');
    process.kill(-Number(run.process.pid), 'SIGINT');
    expect(await run.ended).toBe(0);
    expect(isRunning(serverPid(run.output()))).toBe(false);
  });

  test('follows a file that an editor replaces instead of writing to it', async () => {
    const run = project.node([...start, '--dev']);
    await run.says('listening one');
    for (const word of ['two', 'three']) {
      await project.write('saved.tmp', `export const word: string = '${word}';`);
      await rename(project.path('saved.tmp'), project.path('src/word.ts'));
      await run.says(`listening ${word}`);
    }
  });

  test('that misses a file starts again when that is written, also in a new folder', async () => {
    const run = project.node([...start, '--dev']);
    await run.says('listening one');
    await project.write('src/word.ts', `export { word } from './later/word.ts';`);
    await run.says('The server has ended');
    await project.write('src/later/word.ts', `export const word: string = 'later';`);
    await run.says('listening later');
  });

  test('stops when npm is killed', async () => {
    const npm = underNpm([...start, '--dev']);
    await npm.says('listening');
    npm.process.kill('SIGKILL');
    await hasEnded(serverPid(npm.output()));
  });
});
