import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** The databases of one run need about one gibibyte, with their logs. */
const MIN_FREE_BYTES = 3 * 1024 ** 3;

/**
 * The parent of directories for databases of tests: in memory where there is enough of it. Emptying
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
