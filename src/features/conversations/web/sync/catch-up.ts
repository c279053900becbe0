import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Conversation } from '../../contract.ts';
import { socketTimings } from '../../rules.ts';
import { refreshConversations } from '../conversation-queries.ts';
import type { MessageSync } from './message-sync.ts';

/**
 * Requests the messages that the shown conversations are missing: `resume` with the last `seq` that is here.
 */
export class CatchUp {
  readonly #send: LiveFeatureContext['send'];
  readonly #queries: QueryClient;
  readonly #sync: MessageSync;
  /** How many pages show a conversation. */
  readonly #watched = new Map<string, number>();
  readonly #retries = new Map<string, ReturnType<typeof setTimeout>>();

  constructor({ send, queries }: Pick<LiveFeatureContext, 'send' | 'queries'>, sync: MessageSync) {
    this.#send = send;
    this.#queries = queries;
    this.#sync = sync;
  }

  /** Returns what ends it. */
  watch(conversationId: string): () => void {
    this.#watched.set(conversationId, (this.#watched.get(conversationId) ?? 0) + 1);
    this.resume(conversationId);
    return () => {
      const left = (this.#watched.get(conversationId) ?? 1) - 1;
      if (left > 0) return void this.#watched.set(conversationId, left);
      this.#watched.delete(conversationId);
      this.#sync.reset(conversationId);
    };
  }

  resume(conversationId: string): void {
    const afterSeq = this.#sync.getCompleteSeq(conversationId);
    // Nothing is fetched yet: what is fetched will be new.
    if (afterSeq !== null) this.#send({ type: 'resume', conversationId, afterSeq });
  }

  resumeWatched(): void {
    for (const conversationId of this.#watched.keys()) this.resume(conversationId);
  }

  /** The server refused for now: it was too much, perhaps because of another tab, or it could not answer. */
  resumeLater(conversationId: string): void {
    if (this.#retries.has(conversationId)) return;
    const retry = () => {
      this.#retries.delete(conversationId);
      if (this.#watched.has(conversationId)) this.resume(conversationId);
    };
    this.#retries.set(conversationId, setTimeout(retry, socketTimings.resumeRetry));
  }

  /** A conversation whose last message is not here is missing messages. */
  compare(conversation: Conversation): void {
    if (!this.#watched.has(conversation.id)) return;
    const seq = this.#sync.getCompleteSeq(conversation.id);
    if (seq !== null && seq < (conversation.lastMessage?.seq ?? 0)) this.resume(conversation.id);
  }

  refreshLists(): void {
    void refreshConversations(this.#queries, new Set(this.#watched.keys()));
  }

  stop(): void {
    for (const timer of this.#retries.values()) clearTimeout(timer);
  }
}
