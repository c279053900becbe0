import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isRunning } from './bootstrap-tree.ts';
import { privateDirectory, startGuarded } from './guarded-process.ts';

const sleeper = { command: 'sh', args: ['-c', 'echo $$ > pid; exec sleep 600'], stopSignal: 'TERM' as const };

test('a guarded server stops when told, and its directory goes', async () => {
  const directory = await privateDirectory('bookswap-guarded-');
  const server = startGuarded({ ...sleeper, directory });
  await vi.waitFor(() => expect(existsSync(`${directory}/pid`)).toBe(true), { timeout: 10_000 });
  await server.stop();
  expect(existsSync(directory)).toBe(false);
});

test('it stops when the tests are killed', async () => {
  const tests = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { privateDirectory, startGuarded } = await import('${new URL('guarded-process.ts', import.meta.url)}');
       const { existsSync, readFileSync } = await import('node:fs');
       const directory = await privateDirectory('bookswap-guarded-');
       startGuarded({ ...${JSON.stringify(sleeper)}, directory });
       setInterval(() => {
         if (existsSync(directory + '/pid')) console.log(directory, readFileSync(directory + '/pid', 'utf8').trim());
       }, 50);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(tests.stdout, 'data')) as [Buffer];
  const [directory = '', pid] = String(line).trim().split(/\s/);
  expect(isRunning(Number(pid))).toBe(true);
  tests.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(directory)).toBe(false), { timeout: 10_000 });
  expect(isRunning(Number(pid))).toBe(false);
});
