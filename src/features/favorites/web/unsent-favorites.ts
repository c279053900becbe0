import { openDraft } from '#platform/web/open-draft.ts';
import { isOutage } from '#platform/web/retry-after-outages.ts';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import type { WaitingFavorites } from './optimistic-favorites.ts';

type FavoriteStore = {
  has: (bookId: string) => boolean;
  /** Returns whether the device keeps it. */
  save: (bookId: string, favorited: boolean) => boolean;
  remove: (bookId: string) => void;
};

// Deleted at sign-out, so that no other user sends it.
const draft = openDraft('unsent-favorites');
const read = (): Record<string, unknown> => ({ ...(draft.read() as object | undefined) });

/** The favorites that could not be sent yet, by book, also those of an earlier visit. */
export const storedFavorites = {
  entries: () =>
    Object.entries(read()).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  has: (bookId: string) => bookId in read(),
  save: (bookId: string, favorited: boolean) => draft.save({ ...read(), [bookId]: favorited }),
  remove(bookId: string) {
    const { [bookId]: _, ...others } = read();
    if (Object.keys(others).length > 0) draft.save(others);
    else draft.clear();
  },
} satisfies FavoriteStore & { entries: unknown };

/** Keeps favorites on the device while the server is away. */
export class UnsentFavorites implements WaitingFavorites {
  readonly #store: FavoriteStore;
  readonly #retry: (error: unknown) => Promise<void> | null;
  readonly #stored = new Set<string>();

  constructor(store: FavoriteStore = storedFavorites, retry = createRetry()) {
    this.#store = store;
    this.#retry = retry;
  }

  onWanted(bookId: string, favorited: boolean): void {
    if (this.#stored.has(bookId)) this.#store.save(bookId, favorited);
  }

  async wait(bookId: string, favorited: boolean, error: unknown): Promise<boolean> {
    const retrying = this.#retry(error);
    if (retrying === null || this.#isDropped(bookId) || !this.#store.save(bookId, favorited)) return false;
    this.#stored.add(bookId);
    await retrying;
    return !this.#isDropped(bookId);
  }

  end(bookId: string): boolean {
    const isDropped = this.#isDropped(bookId);
    this.#stored.delete(bookId);
    this.#store.remove(bookId);
    return isDropped;
  }

  /** Removed by a sign-out: another user must not send it, nor hear of it. */
  #isDropped(bookId: string): boolean {
    return this.#stored.has(bookId) && !this.#store.has(bookId);
  }
}

/** One pause for all favorites that wait for the server. Null for an error that is no outage. */
function createRetry(): (error: unknown) => Promise<void> | null {
  const backoff = new RetryBackoff();
  let pause: Promise<void> | null = null;
  return (error) => {
    if (!isOutage(error)) return null;
    pause ??= new Promise((resolve) => {
      backoff.schedule(() => {
        pause = null;
        resolve();
      });
    });
    return pause;
  };
}
