import type { Logger } from '#platform/server/http/create-http-server.ts';
import { photoProblem } from '../contract.ts';

/** The database may share the disk, and must go on. */
export const RESERVE_BYTES = 512 * 1024 * 1024;

/** Throws 'disk-full' while less than the reserve is free; the log says so once each time. */
export function createDiskCheck(log: Logger, freeBytes: () => Promise<number>): () => Promise<void> {
  let wasFull = false;
  return async () => {
    const free = await freeBytes();
    const isFull = free < RESERVE_BYTES;
    if (isFull && !wasFull)
      log.warn({ free, reserve: RESERVE_BYTES }, 'uploads are refused: the disk is nearly full');
    wasFull = isFull;
    if (isFull) throw photoProblem('disk-full', { retryAfter: 600 });
  };
}
