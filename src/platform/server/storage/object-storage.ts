import type { Readable } from 'node:stream';

export interface StoredObject {
  stream: Readable;
  size: number;
}

/** Every driver throws StorageKeyError for keys that `isStorageKey` does not accept. */
export interface ObjectStorage {
  /**
   * Durable once it resolves. If it rejects, the previous content remains, with one exception: after
   * StorageUnavailableError the store may have the new content, or apply it later.
   */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** The caller reads the stream to its end or destroys it. */
  get(key: string): Promise<StoredObject | null>;
  /** The size in bytes; null if there is no such object. */
  size(key: string): Promise<number | null>;
  /** Missing keys are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Where everyone can read the object without this server; null: only through it. */
  publicUrl(key: string): string | null;
  /** Waits for what it has begun. */
  close(): Promise<void>;
}

/** The store does not answer, or asks to come back later. A repetition may succeed. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

export class StorageKeyError extends Error {
  override name = 'StorageKeyError';

  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  }
}

const SEGMENT = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** One to four segments without meaning for a file system, a URL or a shell, which cannot differ in case only. */
export function isStorageKey(key: string): boolean {
  if (key.length === 0 || key.length > 200) return false;
  const segments = key.split('/');
  return segments.length <= 4 && segments.every((segment) => SEGMENT.test(segment));
}

export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageKeyError(key);
}
