import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresqlError } from './errors.ts';
import type { ServerLog } from './server-log.ts';
import { runAsAccount, type ServerAccount, spawnAs } from './server-account.ts';

const POLL_MS = 40;
/** How long each kind of stop may take, in milliseconds. INT is an orderly one. */
const stopTimeouts = { INT: 10_000, QUIT: 3_000, KILL: 3_000 };

type PostmasterFile = { pid: number; isReady: boolean };

/** Undefined if the file does not exist or is still empty. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ends the processes that a killed owner has left in this cluster: a server whose guard was killed, too, or
 * backends whose server was killed. Process ids recur, so a process is ended only if its program, its account
 * and its working directory prove that it serves this cluster. Then the file that would keep a new server
 * from starting is removed. Only the holder of the directory's lock may call it.
 */
export async function endLeftoverServer(
  cluster: string,
  account: ServerAccount | undefined,
  log?: ServerLog,
): Promise<void> {
  if (!fs.existsSync(cluster)) return; // a temporary one
  const find = () => findServerProcesses(cluster, account);
  let remaining = await find();
  if (remaining.length > 0) log?.info({}, 'Ending a database server that was left behind …');
  const postmaster = readPostmasterFile(cluster)?.pid;
  if (postmaster !== undefined && remaining.includes(postmaster))
    remaining = await signalUntilGone([postmaster], 'INT', { account, find });
  for (const signal of ['QUIT', 'KILL'] as const)
    if (remaining.length > 0) remaining = await signalUntilGone(remaining, signal, { account, find });
  if (remaining.length > 0)
    throw new EmbeddedPostgresqlError(
      'start-failed',
      `Processes of a former start still use ${cluster} and do not end: ${remaining.join(', ')}.`,
    );
  runAsAccount(account, 'rm -f postmaster.pid', { cwd: cluster });
}

/** Looks for processes, not at their ids: in a container zombies may remain. Returns those that remain. */
async function signalUntilGone(
  pids: readonly number[],
  signal: keyof typeof stopTimeouts,
  { account, find }: { account: ServerAccount | undefined; find: () => Promise<number[]> },
): Promise<number[]> {
  // As the account, which can end only its own processes: it may have forged the listing.
  const script = 'signal=$1; shift; kill -s "$signal" "$@" 2>/dev/null || true';
  runAsAccount(account, script, { cwd: '/', args: [signal, ...pids.map(String)] });
  const deadline = performance.now() + stopTimeouts[signal];
  for (;;) {
    const remaining = await find();
    if (remaining.length === 0 || performance.now() >= deadline) return remaining;
    await delay(POLL_MS);
  }
}

/** Process ids of the PostgreSQL processes whose working directory is the cluster, run by its account. */
export async function findServerProcesses(
  cluster: string,
  account: ServerAccount | undefined,
): Promise<number[]> {
  const directory = fs.realpathSync(cluster);
  return process.platform === 'linux' ? findByProc(directory, account) : findByLsof(directory, account);
}

/** The output, also of a program that ends with an error. Throws if it cannot be run: then nothing is known. */
async function outputOf(command: string, args: readonly string[], account?: ServerAccount): Promise<string> {
  const options = { cwd: '/', maxBuffer: 64 * 1024 * 1024, ...spawnAs(account) };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { code, stdout } = error as { code?: number | string; stdout?: string };
    if (typeof code === 'number' && stdout !== undefined) return stdout;
    throw error;
  }
}

/** Runs as the account: root in a container may not inspect processes of others. */
async function findByProc(directory: string, account: ServerAccount | undefined): Promise<number[]> {
  const listing = await outputOf(
    '/bin/sh',
    ['-c', 'LC_ALL=C ls -l /proc/[0-9]*/cwd /proc/[0-9]*/exe 2>/dev/null'],
    account,
  );
  const targets = new Map<string, string>();
  for (const [, link, target] of listing.matchAll(/ (\/proc\/\d+\/(?:cwd|exe)) -> (.*)$/gm))
    targets.set(link!, target!);
  return [...targets].flatMap(([link, target]) => {
    const pid = link.split('/')[2]!;
    if (!link.endsWith('/cwd') || target !== directory) return [];
    return isServerProgram(targets.get(`/proc/${pid}/exe`) ?? '') ? [Number(pid)] : [];
  });
}

/** An upgrade may have replaced the file. */
const isServerProgram = (file: string) => path.basename(file.replace(/ \(deleted\)$/, '')) === 'postgres';

/** On macOS: `p` and `n` lines with the process id and the working directory. */
async function findByLsof(directory: string, account: ServerAccount | undefined): Promise<number[]> {
  const user = String(account?.uid ?? process.getuid?.());
  const listing = await outputOf('lsof', ['-a', '-d', 'cwd', '-c', '/^postgres$/', '-u', user, '-Fpn']);
  return [...listing.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)].flatMap(([, pid, found]) =>
    found === directory ? [Number(pid)] : [],
  );
}
