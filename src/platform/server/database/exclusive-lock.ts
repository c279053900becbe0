import * as fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process has the database open. The server ends with this exit code (EX_CANTCREAT of sysexits.h). */
export class DatabaseInUseError extends Error {
  readonly exitCode = 73;
  constructor(directory: string, owner: string | undefined) {
    super(
      `Another BookSwap process${owner ? ` (process ${owner})` : ''} has the database in ${directory} open. ` +
        'Stop it first, or give this one a directory of its own; several processes need PostgreSQL (DATABASE_URL).',
    );
    this.name = 'DatabaseInUseError';
  }
}

export type ExclusiveLock = { release(): void };

const SQLITE_BUSY = 5;

/**
 * Makes this process the only owner of a directory: two engines on one silently lose rows. The lock is SQLite's on
 * a file of our own, because Node has no file locks; the kernel releases it however the process ends.
 */
export async function takeExclusiveLock(
  file: string,
  directory: string,
  retryMs: number,
): Promise<ExclusiveLock> {
  const ownerFile = `${file}-owner`;
  const deadline = performance.now() + retryMs;
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
    // A server that is being replaced may need a moment to end.
    if (performance.now() >= deadline) throw new DatabaseInUseError(directory, readOwner(ownerFile));
    await delay(100);
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

function readOwner(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
