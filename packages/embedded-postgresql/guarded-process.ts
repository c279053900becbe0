import { type ChildProcess, spawn } from 'node:child_process';
import { type ServerAccount, spawnAs } from './server-account.ts';

/**
 * A shell between this process and a server. It waits for the end of its standard input: when this process
 * closes the pipe, or dies in any way (a crash, `kill -9`), it stops the server. Descriptor 9 holds the
 * reading end of the pipe, in the guard alone. The arguments are the signal to stop with, how long to repeat
 * it (in tenths of a second) before SIGQUIT, a directory to remove afterwards (or nothing), and the command.
 * The signal is repeated because a program that has just been started ignores it. Signals to the guard itself
 * are ignored: it ends with the server.
 */
const GUARD = `
signal=$1; rounds=$2; remove=$3; shift 3
trap : TERM INT HUP
exec 9<&0 </dev/null
"$@" 9<&- &
server=$!
exec 2>/dev/null
(
  trap : TERM INT HUP
  while read -r _; do :; done <&9
  for next in "$signal:$rounds" QUIT:50 KILL:50; do
    round=0
    while [ $round -lt "\${next#*:}" ]; do kill -"\${next%:*}" $server || exit; sleep 0.1; round=$((round + 1)); done
  done
) >/dev/null &
watcher=$!
exec 9<&-
wait $server
status=$?
while [ $status -gt 128 ] && kill -0 $server; do wait $server; status=$?; done
kill -KILL $watcher
if [ -n "$remove" ]; then cd / && rm -rf "$remove"; fi
exit $status
`;

/** Output may arrive after the end; a process that has inherited the output must not hold it up. */
const OUTPUT_TIMEOUT_MS = 300;

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
  /** Does not keep this process alive. */
  isBackground?: boolean;
  /** The server's standard error. */
  onOutput?: (chunk: string) => void;
};

export type GuardedProcess = {
  /** The guard's process id, which is its process group's as well. */
  readonly pid: number | undefined;
  readonly hasEnded: boolean;
  /** Resolves with the server's exit code when that has ended, for any reason (null: the guard was killed). */
  readonly ended: Promise<number | null>;
  /** Stops the server in order and waits for it. May be called again. */
  stop(): Promise<void>;
};

/** Starts a server that does not outlive this process. Signals to this process's group do not reach it. */
export function startGuardedProcess(options: GuardedProcessOptions): GuardedProcess {
  const { command, args, stopSignal, stopTimeoutMs, temporaryDirectory, onOutput } = options;
  const rounds = String(Math.ceil(stopTimeoutMs / 100));
  const guard: ChildProcess = spawn(
    '/bin/sh',
    ['-c', GUARD, 'guard', stopSignal, rounds, temporaryDirectory ?? '', command, ...args],
    {
      detached: true, // a new session
      stdio: ['pipe', 'ignore', onOutput ? 'pipe' : 'ignore'],
      cwd: options.cwd,
      env: { PATH: process.env.PATH, HOME: options.cwd, LC_ALL: 'C', TZ: 'UTC', ...options.env },
      ...spawnAs(options.account),
    },
  );
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    const settle = (code: number | null) => {
      hasEnded = true;
      // The remains of a killed guard must end before the server's process id is reused.
      guard.stdin?.destroy();
      resolve(code);
    };
    guard.once('error', (error) => {
      onOutput?.(`${error.message}\n`);
      settle(null);
    });
    guard.once('close', settle);
    guard.once('exit', (code) => setTimeout(settle, OUTPUT_TIMEOUT_MS, code));
  });
  // There are none when too many files are open.
  guard.stdin?.on('error', () => undefined);
  guard.stderr?.setEncoding('utf8').on('data', (chunk: string) => onOutput?.(chunk));
  if (options.isBackground)
    for (const handle of [guard, guard.stdin, guard.stderr] as ({ unref?(): void } | null | undefined)[])
      handle?.unref?.();
  return {
    pid: guard.pid,
    get hasEnded() {
      return hasEnded;
    },
    ended,
    async stop() {
      guard.ref();
      guard.stdin?.end();
      await ended;
    },
  };
}
