import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerAccount } from './server-account.ts';

const POLL_MS = 40;
const FAST_STOP_TIMEOUT_MS = 20_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 3_000;

/** What PostgreSQL has written to `postmaster.pid`. */
export type PostmasterFile = { pid: number; isReady: boolean };

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
 * Ends what a killed owner has left running in this cluster: a server whose guard was killed too, or backends whose server
 * was killed. Process ids recur, so only a process that proves by its program, its account and its working directory that
 * it serves this cluster is ended. Then the file that would keep a new server from starting is removed. Only the holder of
 * the directory's lock may call it.
 */
export async function endLeftoverServer(cluster: string, account: ServerAccount | undefined): Promise<void> {
  const noted = readPostmasterFile(cluster);
  if (!noted) return;
  const postmaster = () => findServerProcesses(cluster, account).filter((pid) => pid === noted.pid);
  await signalUntilGone(postmaster, 'SIGINT', FAST_STOP_TIMEOUT_MS);
  const all = () => findServerProcesses(cluster, account);
  await signalUntilGone(all, 'SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS);
  await signalUntilGone(all, 'SIGKILL', IMMEDIATE_STOP_TIMEOUT_MS);
  fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

/** Looks for the processes again instead of at their ids: nobody may collect what has ended in a container. */
async function signalUntilGone(
  find: () => number[],
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  const pids = find();
  for (const pid of pids) sendSignal(pid, signal);
  const deadline = performance.now() + timeoutMs;
  let remaining = pids;
  while (remaining.length > 0 && performance.now() < deadline) {
    await delay(POLL_MS);
    remaining = find();
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Process ids of the PostgreSQL processes whose working directory is the cluster, run by its account. */
export function findServerProcesses(cluster: string, account: ServerAccount | undefined): number[] {
  const directory = fs.realpathSync(cluster);
  return process.platform === 'linux' ? findByProc(directory, account) : findByLsof(directory, account);
}

/** Asked as the account: root in a container may not look into the processes of others. */
function findByProc(directory: string, account: ServerAccount | undefined): number[] {
  const listing = spawnSync('/bin/sh', ['-c', 'ls -l /proc/[0-9]*/cwd /proc/[0-9]*/exe 2>/dev/null'], {
    encoding: 'utf8',
    cwd: '/',
    maxBuffer: 64 * 1024 * 1024,
    ...account,
  });
  const targets = new Map<string, string>();
  for (const [, link, target] of (listing.stdout ?? '').matchAll(/ (\/proc\/\d+\/(?:cwd|exe)) -> (.*)$/gm))
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
function findByLsof(directory: string, account: ServerAccount | undefined): number[] {
  const user = account?.uid ?? process.getuid?.();
  const listing = spawnSync('lsof', ['-a', '-d', 'cwd', '-c', '/^postgres$/', '-u', String(user), '-Fpn'], {
    encoding: 'utf8',
  });
  return [...(listing.stdout ?? '').matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)].flatMap(([, pid, found]) =>
    found === directory ? [Number(pid)] : [],
  );
}
