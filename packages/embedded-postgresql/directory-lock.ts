import * as fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryInUseError } from './errors.ts';

export type DirectoryLock = { release(): void };

const RETRY_MS = 100;
const SQLITE_BUSY = 5;

/**
 * Makes this process the only owner of a directory. The lock is SQLite's on a file of its own, because Node has no file
 * locks; the kernel releases it however the process ends. Throws DirectoryInUseError after `timeoutMs`: a server that is
 * being replaced may need a moment to end.
 */
export async function acquireDirectoryLock(
  file: string,
  directory: string,
  timeoutMs: number,
): Promise<DirectoryLock> {
  const ownerFile = `${file}-owner`;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(file);
    if (lock) {
      fs.writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
      return {
        release: () => {
          if (!lock.isOpen) return;
          fs.rmSync(ownerFile, { force: true });
          lock.close();
        },
      };
    }
    if (performance.now() >= deadline) throw new DirectoryInUseError(directory, readOwner(ownerFile));
    await delay(RETRY_MS);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    fs.chmodSync(file, 0o600);
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number(fs.readFileSync(file, 'utf8').trim()) || undefined;
  } catch {
    return undefined;
  }
}
