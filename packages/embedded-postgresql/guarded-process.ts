import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerAccount } from './server-account.ts';

/**
 * A shell between this process and a server. It waits for the end of its own standard input: when this process closes
 * the pipe, or dies in any way (a crash, `kill -9`), it stops the server. Descriptor 9 holds the reading end of the pipe,
 * in the guard alone. The arguments are the signal to stop with, how long to wait (in tenths of a second) before
 * SIGQUIT, a directory to remove afterwards (or nothing), and the command.
 */
const GUARD = `
signal=$1; patience=$2; remove=$3; shift 3
exec 9<&0 </dev/null
"$@" 9<&- &
server=$!
(
  while read -r _; do :; done <&9
  kill -"$signal" $server
  tries=0
  while [ $tries -lt "$patience" ]; do kill -0 $server || exit; sleep 0.1; tries=$((tries + 1)); done
  kill -QUIT $server
  tries=0
  while [ $tries -lt 50 ]; do kill -0 $server || exit; sleep 0.1; tries=$((tries + 1)); done
  kill -KILL $server
) >/dev/null 2>&1 &
watcher=$!
exec 9<&-
wait $server
status=$?
kill $watcher 2>/dev/null
if [ -n "$remove" ]; then cd / && rm -rf "$remove"; fi
exit $status
`;

export type GuardedProcessOptions = {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The signal of an orderly stop. */
  stopSignal: 'INT' | 'TERM';
  /** How long an orderly stop may take. */
  stopTimeoutMs: number;
  account?: ServerAccount | undefined;
  env?: NodeJS.ProcessEnv;
  /** Removed when the server has ended, also after this process was killed. */
  temporaryDirectory?: string;
  onOutput?: (chunk: string) => void;
};

export type GuardedProcess = {
  /** The guard's process id, which is its process group's as well. */
  readonly pid: number | undefined;
  readonly hasEnded: boolean;
  /** Resolves with the exit code of the server when that has ended, for any reason (null: the guard was killed). */
  readonly ended: Promise<number | null>;
  /** Stops the server in order and waits for it. May be called again. */
  stop(): Promise<void>;
};

/** Starts a server that does not outlive this process. Signals to this process's group do not reach it. */
export function startGuardedProcess(options: GuardedProcessOptions): GuardedProcess {
  const { command, args, stopSignal, stopTimeoutMs, temporaryDirectory, onOutput } = options;
  const patience = String(Math.ceil(stopTimeoutMs / 100));
  const guard: ChildProcess = spawn(
    '/bin/sh',
    ['-c', GUARD, 'guard', stopSignal, patience, temporaryDirectory ?? '', command, ...args],
    {
      detached: true, // a session of its own
      stdio: ['pipe', 'ignore', onOutput ? 'pipe' : 'ignore'],
      cwd: options.cwd,
      env: { PATH: process.env.PATH, HOME: options.cwd, LC_ALL: 'C', TZ: 'UTC', ...options.env },
      ...options.account,
    },
  );
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    const settle = (code: number | null) => {
      hasEnded = true;
      // What is left of a killed guard must not wait until the server's process id is another's.
      guard.stdin?.destroy();
      resolve(code);
    };
    guard.once('error', (error) => {
      onOutput?.(`${error.message}\n`);
      settle(null);
    });
    // Also when the output stays open: another process may have inherited it.
    guard.once('exit', (code) => setImmediate(settle, code));
  });
  const stdin = guard.stdin!;
  stdin.on('error', () => undefined);
  guard.stderr?.setEncoding('utf8').on('data', (chunk: string) => onOutput?.(chunk));
  for (const handle of [guard, stdin, guard.stderr] as ({ unref?(): void } | null)[]) handle?.unref?.();
  return {
    pid: guard.pid,
    get hasEnded() {
      return hasEnded;
    },
    ended,
    async stop() {
      guard.ref();
      stdin.end();
      await ended;
    },
  };
}
