/**
 * Foreign servers for tests, tied to this process: a shell stands between us and the server and waits for the end of its own
 * standard input. When we close it, or die in whatever way (a crash, `kill -9`), the shell stops the server with the given signal
 * and removes the directory. Nothing survives a test run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An account of the machine, as numbers. */
export interface Account {
  uid: number;
  gid: number;
}

export interface GuardedProcess {
  /** Stops the server with its polite signal, waits for it, removes the directory. May be called again. */
  stop(): Promise<void>;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
}

// `exec` closes the inherited descriptor 9 in the server: only the guard must hold the reading end.
const GUARD = `
directory=$1; signal=$2; shift 2
exec 9<&0 </dev/null
"$@" 9<&- >"$directory/output.log" 2>&1 &
server=$!
(
  while read -r _; do :; done <&9
  kill -"$signal" $server 2>/dev/null
  tries=0
  while kill -0 $server 2>/dev/null && [ $tries -lt 200 ]; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL $server 2>/dev/null
) >/dev/null 2>&1 &
watcher=$!
exec 9<&-
wait $server
kill $watcher 2>/dev/null
rm -rf "$directory"
`;

/** A private temporary directory that belongs to `account` (to us when there is none). */
export async function privateDirectory(prefix: string, account?: Account): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  if (account) await chown(directory, account.uid, account.gid);
  return directory;
}

/**
 * The account to run a server under that refuses to be root: undefined when we are not root, else the first of `names` that exists.
 */
export function unprivilegedAccount(names: readonly string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of names) {
    const found = accounts.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(`As root a server needs another account to run under; none of ${names.join(', ')} exists`);
}

/** Starts `command` under the guard. `directory` is removed when the server has ended. */
export function startGuarded(options: {
  command: string;
  args: readonly string[];
  directory: string;
  stopSignal: 'INT' | 'TERM' | 'QUIT';
  account?: Account | undefined;
}): GuardedProcess {
  const guard: ChildProcess = spawn(
    '/bin/sh',
    ['-c', GUARD, 'guard', options.directory, options.stopSignal, options.command, ...options.args],
    {
      // Its own session: Ctrl-C in the terminal is answered by us, not by the server behind our back.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: options.directory,
      env: { PATH: process.env.PATH, HOME: options.directory, LC_ALL: 'C', TZ: 'UTC' },
      ...options.account,
    },
  );
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  guard.unref();
  const stdin = guard.stdin as NonNullable<typeof guard.stdin> & { unref?: () => void };
  stdin.on('error', () => {});
  stdin.unref?.();
  return {
    ended,
    async stop() {
      guard.ref();
      stdin.end();
      await ended;
      await rm(options.directory, { recursive: true, force: true });
    },
  };
}

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
