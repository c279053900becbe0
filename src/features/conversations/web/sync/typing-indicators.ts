import type { QueryClient } from '@tanstack/react-query';
import { socketTimings } from '../../rules.ts';
import { typingQuery } from '../conversation-queries.ts';

/** Keeps in `typingQuery` which users are typing. A user who is not reported again disappears. */
export class TypingIndicators {
  readonly #queries: QueryClient;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #conversationIds = new Set<string>();

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  set(conversationId: string, senderId: string, isTyping: boolean): void {
    const { queryKey } = typingQuery(conversationId);
    const users = this.#queries.getQueryData(queryKey) ?? [];
    const key = `${conversationId} ${senderId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    if (!isTyping && !users.includes(senderId)) return;
    const others = users.filter((id) => id !== senderId);
    this.#queries.setQueryData(queryKey, isTyping ? [...others, senderId] : others);
    this.#conversationIds.add(conversationId);
    if (!isTyping) return;
    const end = () => this.set(conversationId, senderId, false);
    this.#timers.set(key, setTimeout(end, socketTimings.typingShownMs));
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const id of this.#conversationIds) this.#queries.setQueryData(typingQuery(id).queryKey, []);
    this.#conversationIds.clear();
  }
}
