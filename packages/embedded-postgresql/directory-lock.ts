import * as fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryInUseError } from './errors.ts';
import type { ServerAccount } from './server-account.ts';

export type DirectoryLock = { release(): void };

const RETRY_MS = 100;
const SQLITE_BUSY = 5;
const { O_CREAT, O_RDWR, O_NOFOLLOW } = fs.constants;

type DirectoryLockOptions = {
  directory: string;
  /** The owner of the directory, who can start alone later. */
  account: ServerAccount | undefined;
  /** A server that is being replaced may need a moment to end. */
  timeoutMs: number;
};

/**
 * Makes this process the only owner of a directory. The lock is SQLite's on a separate file, because Node has
 * no file locks; the kernel releases it however the process ends. Throws DirectoryInUseError.
 */
export async function acquireDirectoryLock(
  file: string,
  { directory, account, timeoutMs }: DirectoryLockOptions,
): Promise<DirectoryLock> {
  const ownerFile = `${file}-owner`;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(file, account);
    if (lock) {
      writeOwner(ownerFile, account);
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

function tryLock(file: string, account: ServerAccount | undefined): DatabaseSync | undefined {
  // Not through a link, which the owner of the directory could have put there.
  const handle = fs.openSync(file, O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
  if (account) fs.fchownSync(handle, account.uid, account.gid);
  fs.closeSync(handle);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** For the message to a second process. Without room on the disk it goes without. */
function writeOwner(file: string, account: ServerAccount | undefined): void {
  try {
    fs.rmSync(file, { force: true });
    const handle = fs.openSync(file, 'wx', 0o600);
    fs.writeSync(handle, `${process.pid}\n`);
    if (account) fs.fchownSync(handle, account.uid, account.gid);
    fs.closeSync(handle);
  } catch {
    fs.rmSync(file, { force: true });
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number(fs.readFileSync(file, 'utf8').trim()) || undefined;
  } catch {
    return undefined;
  }
}
