import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** The databases of one run need less than one gibibyte, with their log. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * The parent of directories for the databases of a run: in memory where there is enough of it. Emptying
 * tables creates and deletes hundreds of files, which costs a disk more than the statements of the tests.
 */
export function memoryDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
