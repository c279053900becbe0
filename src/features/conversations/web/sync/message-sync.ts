import type { QueryClient } from '@tanstack/react-query';
import { cachedMessages } from '../conversation-queries.ts';
import type { LiveStore } from './live-store.ts';
import { contiguousSeq, mergeMessages, withoutOlderPages } from './merge-messages.ts';

/** What is here of conversations, and up to where nothing of them is missing. */
export class MessageSync {
  readonly #queries: QueryClient;
  readonly #store: LiveStore;
  /** Up to where it was asked for and given. */
  readonly #answered = new Map<string, number>();

  constructor(queries: QueryClient, store: LiveStore) {
    this.#queries = queries;
    this.#store = store;
  }

  /** null while nothing is fetched. */
  upTo(conversationId: string): number | null {
    const cached = cachedMessages(this.#queries, conversationId);
    if (cached === undefined) return null;
    const all = this.#store.current().received.filter((one) => one.conversationId === conversationId);
    const received = withoutOlderPages(all, cached);
    return contiguousSeq(mergeMessages(cached.fetched, received), this.#answered.get(conversationId));
  }

  /** Everything behind a place was given, up to another: places that are left out there are no gaps. */
  given(conversationId: string, afterSeq: number, upToSeq: number): void {
    const upTo = this.upTo(conversationId);
    if (upTo !== null && afterSeq <= upTo) this.#answered.set(conversationId, Math.max(upTo, upToSeq));
  }

  /** It is fetched anew, or looked at by nobody. */
  forget(conversationId: string): void {
    this.#answered.delete(conversationId);
  }
}
