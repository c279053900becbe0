import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

type UnsentStorageOptions<T> = {
  /** Begins the key of each entry. Never changed. */
  prefix: string;
  userId: string;
  storage: Storage | null;
  /** Whether an entry of the storage, which any version may have written, is complete. */
  isEntry: (value: Partial<T>) => boolean;
};

/** The storage of this browser; null: it is forbidden, and throws at the name. */
export function findStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export const unsentPrefix = (name: string): string => `${PRIVATE_STORAGE_PREFIX}${name}:`;

/**
 * What one user has not sent yet, on this device. Deleted at sign-out, like all private keys. With one key
 * per entry, tabs never overwrite each other; each entry names its user, so that no other sends it. No
 * method throws.
 */
export class UnsentStorage<T extends object> {
  readonly #options: UnsentStorageOptions<T>;

  constructor(options: UnsentStorageOptions<T>) {
    this.#options = options;
  }

  /** The readable entries of the user. */
  load(): T[] {
    return this.#keys().flatMap((key) => this.#read(key) ?? []);
  }

  /** Whether there is an entry, of whichever user. */
  has(id: string): boolean {
    return this.#keys().includes(this.#options.prefix + id);
  }

  /** Returns whether the device stores it. */
  save(id: string, entry: T): boolean {
    const { prefix, userId, storage } = this.#options;
    try {
      storage?.setItem(prefix + id, JSON.stringify({ ...entry, userId }));
      return storage !== null;
    } catch {
      return false;
    }
  }

  delete(id: string): void {
    try {
      this.#options.storage?.removeItem(this.#options.prefix + id);
    } catch {
      // Nothing was stored either.
    }
  }

  #keys(): string[] {
    try {
      return Object.keys(this.#options.storage ?? {}).filter((key) => key.startsWith(this.#options.prefix));
    } catch {
      return [];
    }
  }

  #read(key: string): T | null {
    try {
      const text = this.#options.storage?.getItem(key) ?? '';
      const { userId, ...entry } = JSON.parse(text) as { userId: string };
      return userId === this.#options.userId && this.#options.isEntry(entry) ? (entry as T) : null;
    } catch {
      return null;
    }
  }
}
