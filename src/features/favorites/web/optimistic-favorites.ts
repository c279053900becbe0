export type OptimisticFavoritesOptions = {
  /** Brings the server into the wanted state; answers the state it is in. */
  send: (bookId: string, favorited: boolean) => Promise<boolean>;
  /** The server is in this state now. */
  onConfirmed: (bookId: string, favorited: boolean) => void;
  /** The last wanted state was not reached; what was confirmed before shows again. */
  onFailed: (bookId: string, error: unknown) => void;
};

/**
 * What a person wants of each book before the server has said so. Of one book only one request is under way; what is wanted
 * meanwhile goes out after it, so that however fast somebody taps, the server ends where the last tap left the heart.
 */
export class OptimisticFavorites {
  readonly #options: OptimisticFavoritesOptions;
  readonly #wanted = new Map<string, boolean>();
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #listeners = new Set<() => void>();

  constructor(options: OptimisticFavoritesOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What to show of a book; undefined where nothing is under way. */
  of(bookId: string): boolean | undefined {
    return this.#wanted.get(bookId);
  }

  /** Whether anything is still under way. */
  get busy(): boolean {
    return this.#wanted.size > 0;
  }

  /** Shows the wanted state at once; resolves when the server has settled, with whether that is in the last wanted one. */
  want(bookId: string, favorited: boolean): Promise<boolean> {
    this.#wanted.set(bookId, favorited);
    this.#tell();
    const running = this.#running.get(bookId);
    if (running !== undefined) return running;
    const settling = this.#settle(bookId);
    this.#running.set(bookId, settling);
    return settling;
  }

  async #settle(bookId: string): Promise<boolean> {
    for (;;) {
      const sent = this.#wanted.get(bookId)!;
      let failure: { error: unknown } | null = null;
      try {
        this.#options.onConfirmed(bookId, await this.#options.send(bookId, sent));
      } catch (error) {
        failure = { error };
      }
      // Something else is wanted since: the answer, or its absence, no longer matters.
      if (this.#wanted.get(bookId) !== sent) continue;
      this.#wanted.delete(bookId);
      this.#running.delete(bookId);
      this.#tell();
      if (failure !== null) this.#options.onFailed(bookId, failure.error);
      return failure === null;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
