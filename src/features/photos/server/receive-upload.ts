import { photoProblem } from '../contract.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { photoLimits, type MinUploadRate, photoTimes } from '../rules.ts';

/** Opens the folder for incomplete uploads. Deletes files that a killed process left there. */
export async function openUploadFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - photoTimes.unattachedTtlMs) await rm(path, { force: true });
  }
  return folder;
}

/**
 * Writes the body into a file, passes its path to `use`, and always deletes it. Stops at the size limit and
 * at uploads below the minimum rate. Throws 'photo-too-large', 'upload-incomplete' and 'upload-too-slow'.
 */
export async function withUploadedFile<T>(
  inbox: string,
  body: Readable,
  rate: MinUploadRate,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(inbox, randomUUID());
  try {
    await receive(body, path, rate);
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function receive(body: Readable, path: string, rate: MinUploadRate): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  const late = Promise.withResolvers<never>();
  // It may be rejected while nothing awaits it, which would end the process.
  late.promise.catch(() => {});
  const began = performance.now();
  let bytes = 0;
  const checkRate = () => {
    const passed = performance.now() - began;
    const isSlow = passed >= rate.graceMs && bytes < (passed / 1000) * rate.bytesPerSecond;
    if (isSlow || passed >= photoTimes.receiveTimeoutMs) late.reject(photoProblem('upload-too-slow'));
  };
  const timer = setInterval(checkRate, Math.min(1_000, rate.graceMs));
  try {
    // Destroying the request would close the connection before the response is sent.
    const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
    for (;;) {
      const { done, value } = await Promise.race([nextOf(chunks), late.promise]);
      if (done) return;
      bytes += value.length;
      if (bytes > photoLimits.bytes) throw photoProblem('photo-too-large');
      await file.appendFile(value);
    }
  } finally {
    clearInterval(timer);
    await file.close();
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next();
  } catch (error) {
    throw photoProblem('upload-incomplete', { cause: error });
  }
}
