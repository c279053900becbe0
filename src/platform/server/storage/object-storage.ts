import type { Readable } from 'node:stream';

export interface StoredObject {
  stream: Readable;
  /** In bytes. */
  size: number;
}

/** Where files lie. Every driver refuses keys that `isStorageKey` does not know, by throwing StorageKeyError. */
export interface ObjectStorage {
  /** Durable once it resolves; before that, and if it rejects, whatever was there is still there. */
  put(key: string, content: Uint8Array | Readable, contentType: string): Promise<void>;
  /** Whoever gets a stream reads it to its end or destroys it. */
  get(key: string): Promise<StoredObject | null>;
  /** Keys that are not there are none to worry about. */
  remove(keys: readonly string[]): Promise<void>;
}

export class StorageKeyError extends Error {
  override name = 'StorageKeyError';

  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  }
}

const SEGMENT = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/**
 * One to four segments of lower-case letters and digits, held together by single dots and hyphens: nothing in it
 * means anything to a file system, an address or a shell, and upper and lower case cannot collide.
 */
export function isStorageKey(key: string): boolean {
  if (key.length === 0 || key.length > 200) return false;
  const segments = key.split('/');
  return segments.length <= 4 && segments.every((segment) => SEGMENT.test(segment));
}

export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageKeyError(key);
}
