import { statfs } from 'node:fs/promises';
import { commonProblem } from '#platform/shared/problem.ts';
import type { DatabaseLog } from '../database/database-log.ts';

/** The embedded database needs it to finish what it has begun, and for its log. */
const RESERVE_BYTES = 128 * 1024 * 1024;

const CACHE_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type DiskSpaceOptions = {
  /** Free bytes of the disk of the database; undefined: it is on another machine, and looks after itself. */
  freeBytes: (() => Promise<number>) | undefined;
  log: Pick<DatabaseLog, 'warn'>;
};

/** Refuses what makes the database grow before its disk is full: then not even reading would work. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** Throws 'disk-nearly-full' while less than the reserve is free; the log says so once each time. */
  async throwIfFull(): Promise<void> {
    const { freeBytes } = this.#options;
    if (freeBytes === undefined) return;
    const now = performance.now();
    if (now - this.#checkedAt >= CACHE_MS) {
      this.#checkedAt = now;
      await this.#check(freeBytes);
    }
    if (this.#isFull) throw commonProblem('disk-nearly-full', { retryAfter: RETRY_AFTER_SECONDS });
  }

  async #check(freeBytes: () => Promise<number>): Promise<void> {
    const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY);
    const isFull = free < RESERVE_BYTES;
    if (isFull !== this.#isFull)
      this.#options.log.warn(
        { free, reserve: RESERVE_BYTES },
        isFull
          ? 'writes are refused: the disk is nearly full'
          : 'writes are accepted again: the disk has space',
      );
    this.#isFull = isFull;
  }
}
