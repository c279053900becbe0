import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Conversation } from '../../contract.ts';
import { socketTimings } from '../../rules.ts';
import { cachedMessages } from '../conversation-queries.ts';
import { contiguousSeq } from './merge-messages.ts';

const MESSAGES = ['conversations', 'messages'] as const;

const conversationOf = ({ queryKey }: Query): string | null =>
  MESSAGES.every((part, index) => queryKey[index] === part) ? String(queryKey[2]) : null;

/** Requests missing messages of shown conversations: `resume` with the `seq` up to which none is missing. */
export class CatchUp {
  readonly #send: LiveFeatureContext['send'];
  readonly #queries: QueryClient;
  /** The last `seq` of the last `resumed`, by conversation that is shown. */
  readonly #resumedUpTo = new Map<string, number>();
  readonly #retries = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #unsubscribe: () => void;

  constructor({ send, queries }: Pick<LiveFeatureContext, 'send' | 'queries'>) {
    this.#send = send;
    this.#queries = queries;
    this.#unsubscribe = queries.getQueryCache().subscribe((event) => {
      const id = conversationOf(event.query);
      if (id === null) return;
      const isFirstFetch =
        event.type === 'updated' &&
        event.action.type === 'success' &&
        event.query.state.dataUpdateCount === 1;
      const isShownNow = event.type === 'observerAdded' && event.query.getObserversCount() === 1;
      if (event.type === 'observerRemoved' && event.query.getObserversCount() === 0)
        this.#resumedUpTo.delete(id);
      else if (isShownNow || (isFirstFetch && event.query.isActive())) this.#resume(id);
    });
    this.resumeShown();
  }

  resumeShown(): void {
    for (const query of this.#queries.getQueryCache().findAll({ queryKey: MESSAGES, type: 'active' }))
      this.#resume(conversationOf(query)!);
  }

  /** The server refused for now: it was too much, perhaps because of another tab, or it could not answer. */
  resumeLater(conversationId: string): void {
    if (this.#retries.has(conversationId)) return;
    const retry = () => {
      this.#retries.delete(conversationId);
      if (this.#isShown(conversationId)) this.#resume(conversationId);
    };
    this.#retries.set(conversationId, setTimeout(retry, socketTimings.resumeRetryMs));
  }

  /** The server has sent all messages between these. Those that did not come are withheld: no gaps. */
  onResumed(conversationId: string, afterSeq: number, upToSeq: number): void {
    const complete = this.#completeSeq(conversationId);
    if (complete !== null && afterSeq <= complete)
      this.#resumedUpTo.set(conversationId, Math.max(complete, upToSeq));
  }

  /** A conversation whose last message is not here is missing messages. */
  compare(conversation: Conversation): void {
    if (!this.#isShown(conversation.id)) return;
    const seq = this.#completeSeq(conversation.id);
    if (seq !== null && seq < (conversation.lastMessage?.seq ?? 0)) this.#resume(conversation.id);
  }

  stop(): void {
    this.#unsubscribe();
    for (const timer of this.#retries.values()) clearTimeout(timer);
  }

  #isShown(conversationId: string): boolean {
    return (
      this.#queries
        .getQueryCache()
        .find({ queryKey: [...MESSAGES, conversationId] })
        ?.isActive() ?? false
    );
  }

  #resume(conversationId: string): void {
    const afterSeq = this.#completeSeq(conversationId);
    // Nothing is fetched yet: what is fetched will be new.
    if (afterSeq !== null) this.#send({ type: 'resume', conversationId, afterSeq });
  }

  /** The `seq` up to which no message is missing; null while nothing is fetched. */
  #completeSeq(conversationId: string): number | null {
    const messages = cachedMessages(this.#queries, conversationId);
    return messages === undefined ? null : contiguousSeq(messages, this.#resumedUpTo.get(conversationId));
  }
}
