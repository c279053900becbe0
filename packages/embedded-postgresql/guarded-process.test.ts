import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startGuardedProcess } from './guarded-process.ts';

// Writes the process id of the server, which `exec` keeps.
const sleeper = {
  command: 'sh',
  args: ['-c', 'echo $$ > pid; exec sleep 600'],
  stopSignal: 'TERM',
  stopTimeoutMs: 5_000,
} as const;

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'guarded-process-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
});

const serverPid = () =>
  vi.waitFor(
    () => {
      const pid = Number(fs.readFileSync(path.join(directory, 'pid'), 'utf8'));
      expect(pid).toBeGreaterThan(0);
      return pid;
    },
    { timeout: 10_000 },
  );

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; a container may have no process that collects it.
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('a server stops on request, and its temporary directory is removed', async () => {
  const server = startGuardedProcess({ ...sleeper, cwd: directory, temporaryDirectory: directory });
  const pid = await serverPid();
  await server.stop();
  expect([isAlive(pid), fs.existsSync(directory), server.hasEnded]).toEqual([false, false, true]);
});

test('the exit code is the one of the server', async () => {
  const server = startGuardedProcess({ ...sleeper, args: ['-c', 'exit 7'], cwd: directory });
  expect(await server.ended).toBe(7);
});

test('the server’s standard error is passed on', async () => {
  let output = '';
  const options = { ...sleeper, args: ['-c', 'echo help >&2'], cwd: directory };
  await startGuardedProcess({ ...options, onOutput: (chunk) => (output += chunk) }).ended;
  await vi.waitFor(() => expect(output).toBe('help\n'));
});

test('a server that ignores its stop signal is ended after the timeout', async () => {
  const stubborn = { ...sleeper, args: ['-c', `trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done`] };
  const server = startGuardedProcess({ ...stubborn, cwd: directory, stopTimeoutMs: 200 });
  const pid = await serverPid();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
});

test('signals to the guard do not end it, and its server lives on', async () => {
  const server = startGuardedProcess({ ...sleeper, cwd: directory });
  const pid = await serverPid();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(server.pid!, signal);
  expect(await Promise.race([server.ended, delay(300, 'running')])).toBe('running');
  expect(isAlive(pid)).toBe(true);
  await server.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a program that does not exist ends at once', async () => {
  const server = startGuardedProcess({
    ...sleeper,
    command: path.join(directory, 'nothing'),
    cwd: directory,
  });
  expect(await server.ended).toBe(127);
});

/** A process that starts the server, in a new process group. */
function startOwner() {
  const program = `
    const { startGuardedProcess } = await import('${new URL('guarded-process.ts', import.meta.url)}');
    startGuardedProcess({ ...${JSON.stringify(sleeper)}, cwd: ${JSON.stringify(directory)} });
    setInterval(() => {}, 1_000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => void owner.kill('SIGKILL'));
  return owner;
}

test('a server stops when its owner is killed', async () => {
  const owner = startOwner();
  const pid = await serverPid();
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test('the server is in another process group than its owner, so signals to that do not reach it', async () => {
  const owner = startOwner();
  const pid = await serverPid();
  const ended = once(owner, 'exit');
  const groupOf = (id: number) =>
    fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[2];
  expect(groupOf(pid)).not.toBe(groupOf(owner.pid!));
  owner.kill('SIGKILL');
  await ended;
});
