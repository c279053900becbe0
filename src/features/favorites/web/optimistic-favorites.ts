type OptimisticFavoritesOptions = {
  /** Sends the wanted state; resolves with the state of the server. */
  send: (bookId: string, favorited: boolean) => Promise<boolean>;
  /** The server is in this state now. */
  onConfirmed: (bookId: string, favorited: boolean) => void;
  /** The last wanted state was not reached; what was confirmed before shows again. */
  onFailed: (bookId: string, error: unknown) => void;
};

/** Where wanted states wait while the server is away. */
export type WaitingFavorites = {
  onWanted: (bookId: string, favorited: boolean) => void;
  /** After a failure: resolves with whether to send again, at once with false where waiting does not help. */
  wait: (bookId: string, favorited: boolean, error: unknown) => Promise<boolean>;
  /** The state waits no longer. Returns whether it had to be dropped meanwhile, without a message. */
  end: (bookId: string) => boolean;
};

/**
 * The wanted states of favorites before the server confirms them. A book has one request at a time; a state
 * that is wanted meanwhile is sent after it, so that the server ends in the state of the last tap, however
 * fast the taps are. While the server is away, the wanted state waits on the device.
 */
export class OptimisticFavorites {
  readonly #options: OptimisticFavoritesOptions;
  /** Another map in each session. */
  #wanted = new Map<string, boolean>();
  readonly #running = new Map<string, Promise<boolean>>();
  /** Null without a session, and until its code has loaded. */
  waiting: WaitingFavorites | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(options: OptimisticFavoritesOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The wanted state of a book; undefined if no request is pending. */
  of(bookId: string): boolean | undefined {
    return this.#wanted.get(bookId);
  }

  /** The ids of the books that are being added, the newest first, with commas between them. */
  readonly added = (): string =>
    [...this.#wanted]
      .flatMap(([bookId, favorited]) => (favorited ? bookId : []))
      .reverse()
      .join();

  /** Whether a request is pending. */
  get busy(): boolean {
    return this.#wanted.size > 0;
  }

  /**
   * Shows the wanted state immediately; resolves at the end of all requests with whether the last wanted
   * state was reached.
   */
  want(bookId: string, favorited: boolean): Promise<boolean> {
    this.#wanted.set(bookId, favorited);
    this.waiting?.onWanted(bookId, favorited);
    this.#tell();
    const running = this.#running.get(bookId);
    if (running !== undefined) return running;
    const settling = this.#settle(bookId);
    this.#running.set(bookId, settling);
    return settling;
  }

  /** After a sign-out: what is wanted is neither sent nor stored, and responses change nothing. */
  endSession(): void {
    this.waiting = null;
    this.#wanted = new Map();
    this.#running.clear();
    this.#tell();
  }

  async #settle(bookId: string): Promise<boolean> {
    const wanted = this.#wanted;
    const hasEnded = () => wanted !== this.#wanted;
    for (;;) {
      const sent = wanted.get(bookId)!;
      let failure: { error: unknown } | null = null;
      try {
        const state = await this.#options.send(bookId, sent);
        if (!hasEnded()) this.#options.onConfirmed(bookId, state);
      } catch (error) {
        failure = { error };
      }
      if (hasEnded()) return false;
      // Another state is wanted since, so this response or failure no longer matters.
      if (wanted.get(bookId) !== sent) continue;
      const again = failure !== null && (await this.waiting?.wait(bookId, sent, failure.error));
      if (hasEnded()) return false;
      if (again || wanted.get(bookId) !== sent) continue;
      wanted.delete(bookId);
      const isDropped = this.waiting?.end(bookId) === true;
      this.#running.delete(bookId);
      this.#tell();
      if (failure !== null && !isDropped) this.#options.onFailed(bookId, failure.error);
      return failure === null;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
