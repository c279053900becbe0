import type { QueryClient } from '@tanstack/react-query';
import { cachedMessages } from '../conversation-queries.ts';
import { contiguousSeq, mergeMessages, withoutOlderPages } from './merge-messages.ts';
import type { MessagingStore } from './messaging-store.ts';

/** Knows up to which `seq` no message of a conversation is missing here. */
export class MessageSync {
  readonly #queries: QueryClient;
  readonly #store: MessagingStore;
  /** The last `seq` of the last `resumed`, by conversation. */
  readonly #resumedUpTo = new Map<string, number>();

  constructor(queries: QueryClient, store: MessagingStore) {
    this.#queries = queries;
    this.#store = store;
  }

  /** Null while nothing is fetched. */
  getCompleteSeq(conversationId: string): number | null {
    const cached = cachedMessages(this.#queries, conversationId);
    if (cached === undefined) return null;
    const all = this.#store.current().received.filter((one) => one.conversationId === conversationId);
    const received = withoutOlderPages(all, cached);
    return contiguousSeq(mergeMessages(cached.fetched, received), this.#resumedUpTo.get(conversationId));
  }

  /**
   * The server has sent every message after one `seq` up to another. Those that did not come are withheld: no
   * gaps.
   */
  onResumed(conversationId: string, afterSeq: number, upToSeq: number): void {
    const complete = this.getCompleteSeq(conversationId);
    if (complete !== null && afterSeq <= complete)
      this.#resumedUpTo.set(conversationId, Math.max(complete, upToSeq));
  }

  /** The messages are fetched again, or no longer shown. */
  reset(conversationId: string): void {
    this.#resumedUpTo.delete(conversationId);
  }
}
