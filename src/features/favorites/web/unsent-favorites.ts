import { isOutage } from '#platform/web/retry-after-outages.ts';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import { UnsentStorage, unsentPrefix } from '#platform/web/unsent-storage.ts';
import type { WaitingFavorites } from './optimistic-favorites.ts';

type UnsentFavorite = { bookId: string; favorited: boolean };

type UnsentFavoritesOptions = {
  userId: string;
  storage: Storage | null;
  /** The pause after a failure; null for an error that is no outage. */
  retry?: (error: unknown) => Promise<void> | null;
};

/** Keeps the favorites of one user on the device while the server is away. */
export class UnsentFavorites implements WaitingFavorites {
  readonly #storage: UnsentStorage<UnsentFavorite>;
  readonly #retry: (error: unknown) => Promise<void> | null;
  readonly #stored = new Set<string>();

  constructor({ userId, storage, retry = createRetry() }: UnsentFavoritesOptions) {
    this.#storage = new UnsentStorage({
      prefix: unsentPrefix('unsent-favorite'),
      userId,
      storage,
      isEntry: ({ bookId, favorited }) => typeof bookId === 'string' && typeof favorited === 'boolean',
    });
    this.#retry = retry;
  }

  /** Also those of an earlier visit. */
  load(): UnsentFavorite[] {
    return this.#storage.load();
  }

  onWanted(bookId: string, favorited: boolean): void {
    if (this.#stored.has(bookId)) this.#storage.save(bookId, { bookId, favorited });
  }

  async wait(bookId: string, favorited: boolean, error: unknown): Promise<boolean> {
    const retrying = this.#retry(error);
    if (retrying === null || this.#isDropped(bookId)) return false;
    if (!this.#storage.save(bookId, { bookId, favorited })) return false;
    this.#stored.add(bookId);
    await retrying;
    return !this.#isDropped(bookId);
  }

  end(bookId: string): boolean {
    const isDropped = this.#isDropped(bookId);
    this.#stored.delete(bookId);
    this.#storage.delete(bookId);
    return isDropped;
  }

  /** Removed by a sign-out, also in another tab: another user must not send it, nor hear of it. */
  #isDropped(bookId: string): boolean {
    return this.#stored.has(bookId) && !this.#storage.has(bookId);
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
