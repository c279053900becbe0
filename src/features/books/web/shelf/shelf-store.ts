import { localDrafts } from '#platform/web/forms/open-draft.ts';
import { readShelf, saveShelf, shelfDraftKey } from './shelf-draft.ts';
import type { ShelfRows } from './shelf-rows.ts';

/** The books that are being posted. */
export type Posting = { ids: ReadonlySet<string>; total: number; done: number };
/** What the last posting has done. `isReviewed`: what was listed waits for a review. */
export type Posted = { listed: number; failed: number; isReviewed: boolean };

export type ShelfState = {
  rows: ShelfRows;
  posting: Posting | null;
  posted: Posted | null;
  /** Whether the device has stored the rows. */
  isKept: boolean;
};

/**
 * The rows of one user. They go on when the page is left: with their posting, and through a sign-in. The device stores
 * them only while their owner is signed in.
 */
export class ShelfStore {
  readonly #ownerId: string;
  /** Whether the owner is signed in now. */
  isOwner: () => boolean;
  readonly #listeners = new Set<() => void>();
  #state: ShelfState;

  constructor(ownerId: string, isOwner: () => boolean) {
    this.#ownerId = ownerId;
    this.isOwner = isOwner;
    this.#state = { rows: readShelf(localDrafts, ownerId), posting: null, posted: null, isKept: true };
  }

  read = (): ShelfState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) addEventListener('storage', this.#followOtherTab);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) removeEventListener('storage', this.#followOtherTab);
    };
  };

  /** Changes the rows, which the device stores. */
  change(change: (rows: ShelfRows) => ShelfRows): void {
    const rows = change(this.#state.rows);
    if (rows === this.#state.rows) return;
    this.#set({ rows, isKept: this.#save(rows) });
  }

  showPosting = (posting: Posting | null): void => this.#set({ posting });
  showPosted = (posted: Posted | null): void => this.#set({ posted });

  /** Opens the page again: the device may have stored nothing since, or another tab something else. */
  reopen(): void {
    if (this.#state.rows.length > 0) this.#set({ isKept: this.#save(this.#state.rows) });
    else this.#followDraft();
  }

  /** Of a user who has signed out the device stores nothing. */
  #save(rows: ShelfRows): boolean {
    return this.isOwner() ? saveShelf(localDrafts, this.#ownerId, rows) : true;
  }

  #followOtherTab = ({ key }: StorageEvent): void => {
    if (key === shelfDraftKey(localDrafts)) this.#followDraft();
  };

  #followDraft(): void {
    if (this.#state.posting === null) this.#set({ rows: readShelf(localDrafts, this.#ownerId) });
  }

  #set(changes: Partial<ShelfState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const stores = new Map<string, ShelfStore>();

/** The shelf of a user in this document. */
export function openShelf(ownerId: string, isOwner: () => boolean): ShelfStore {
  const store = stores.get(ownerId) ?? new ShelfStore(ownerId, isOwner);
  store.isOwner = isOwner;
  stores.set(ownerId, store);
  return store;
}
