import {
  type Mutation,
  type MutationState,
  type QueryClient,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { MutationStorage, type StoredMutation } from '#platform/web/mutations/mutation-storage.ts';
import { createResentMutation } from '#platform/web/mutations/resent-mutation.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { Conversation } from '../../contract.ts';

/** Users do not look at 'Sending…' for longer: a longer pause counts as a refusal. */
const MAX_RETRY_AFTER_S = 30;

/** The socket has said that the server does not accept a message. */
export class RefusedError extends Error {
  readonly isTemporary: boolean;

  constructor(isTemporary: boolean) {
    super('The message was refused');
    this.isTemporary = isTemporary;
  }
}

/** The server refuses an offer, for reasons that stay. */
export class RefusedOfferError extends Error {}

/** Whether a message that was not sent can arrive when it is sent again. */
export function isTemporaryFailure(error: unknown): boolean {
  if (error instanceof RefusedError) return error.isTemporary;
  if (error instanceof RefusedOfferError) return false;
  // No response.
  if (!(error instanceof ApiError)) return true;
  const { status, retryAfter } = error;
  // There was no token to send: the message did not reach the server. Signing out stops the outbox.
  if (status === 401) return true;
  // A proxy answers 502 and 504 when the product does not answer.
  const isAway = [502, 503, 504].includes(status);
  const isTooMuch = status === 429 && retryAfter !== null;
  return (isAway || isTooMuch) && (retryAfter ?? 0) <= MAX_RETRY_AFTER_S;
}

/** The conversation of a message. One that the message opens has no id yet. */
export type MessageTarget = Pick<Conversation, 'bookId' | 'buyerId' | 'sellerId'> & {
  conversationId?: string;
};

/** Whether a message goes into a conversation, perhaps one that it opens. */
export const belongsTo = (
  target: MessageTarget,
  { id, bookId, buyerId }: Pick<Conversation, 'id' | 'bookId' | 'buyerId'>,
): boolean =>
  target.conversationId === undefined
    ? target.bookId === bookId && target.buyerId === buyerId
    : target.conversationId === id;

/** What makes an outgoing message an offer. */
export type OutgoingOffer = { amount: number; askingPrice: number };

/** A message that was written on this device. */
export type OutgoingMessage = {
  offer?: OutgoingOffer;
  clientMessageId: string;
  target: MessageTarget;
  content: string;
  /** When it was written, by the browser's clock (ISO 8601). */
  at: string;
};

/** A message as the page shows it. `seq`: that of a sent message; null for an offer, which is fetched once sent. */
export type OutgoingView = OutgoingMessage & {
  delivery: 'sending' | 'sent' | 'failed';
  seq: number | null;
};

/** Sends one message, and returns its `seq`. The first message of a conversation opens it. */
export type Deliver = (message: OutgoingMessage) => Promise<number | null>;

type OutgoingMutation = Mutation<number | null, Error, OutgoingMessage>;

const outboxKey = ['conversations', 'outbox'] as const;

const toOutgoingView = ({ state }: OutgoingMutation): OutgoingView => ({
  ...state.variables!,
  delivery: state.status === 'success' ? 'sent' : state.status === 'error' ? 'failed' : 'sending',
  seq: state.data ?? null,
});

const outgoingMutations = (queries: QueryClient): OutgoingMutation[] =>
  queries.getMutationCache().findAll({ mutationKey: outboxKey }) as OutgoingMutation[];

/**
 * The messages of one user that the server has not confirmed: mutations, of which those of one conversation
 * are sent one after the other. Each is stored in the browser. They exist before the code that sends them has
 * loaded.
 */
export class Outbox {
  readonly userId: string;
  readonly #queries: QueryClient;
  readonly #persisted: MutationStorage<OutgoingMessage>;
  readonly #sender = Promise.withResolvers<Deliver>();

  constructor(queries: QueryClient, userId: string) {
    this.#queries = queries;
    this.userId = userId;
    this.#persisted = new MutationStorage<OutgoingMessage>({
      queries,
      userId,
      mutationKey: outboxKey,
      name: 'outbox',
      idOf: ({ clientMessageId }) => clientMessageId,
      isComplete,
      restore: (stored) => this.#restore(stored),
      followsTabs: true,
    });
  }

  /** Stores a message, shows it and sends it, now or once `sendWith` was called. */
  add(target: MessageTarget, content: string, offer?: OutgoingOffer): string {
    const clientMessageId = crypto.randomUUID();
    const at = new Date().toISOString();
    this.#send(this.#build(target), { clientMessageId, target, content, ...(offer && { offer }), at });
    // Those of other tabs come first.
    void this.#queries.resumePausedMutations();
    return clientMessageId;
  }

  retry(clientMessageId: string): void {
    const failed = this.#find(clientMessageId);
    if (failed?.state.status === 'error') this.#send(failed, failed.state.variables!);
  }

  /** Another tab has sent the message, or an offer can no longer be sent. */
  remove(clientMessageId: string): void {
    if (this.#find(clientMessageId) !== undefined) this.#persisted.remove(clientMessageId);
  }

  /** Sends what waits, and from now on what is added. */
  sendWith(deliver: Deliver): void {
    this.#sender.resolve(deliver);
    void this.#queries.resumePausedMutations();
  }

  /** Sends, stores and shows nothing from now on: the user may have signed out. */
  close(): void {
    this.#persisted.stop();
  }

  #find(id: string): OutgoingMutation | undefined {
    return outgoingMutations(this.#queries).find(({ state }) => state.variables?.clientMessageId === id);
  }

  #build(
    { bookId, buyerId }: MessageTarget,
    state?: MutationState<number | null, Error, OutgoingMessage>,
  ): OutgoingMutation {
    return createResentMutation<OutgoingMessage, number | null>(this.#queries, {
      mutationKey: outboxKey,
      scope: `conversation ${bookId} ${buyerId}`,
      send: async (message) => (await this.#sender.promise)(message),
      isTemporary: isTemporaryFailure,
      onError: (error, { clientMessageId }) => {
        if (error instanceof RefusedOfferError) this.remove(clientMessageId);
      },
      ...(state && { state }),
    });
  }

  #send(mutation: OutgoingMutation, message: OutgoingMessage): void {
    // The state of the mutation says what became of it.
    mutation.execute(message).catch(() => {});
  }

  /** They wait until the connection is back, or another message is written. */
  #restore(stored: readonly StoredMutation<OutgoingMessage>[]): void {
    const inOrder = stored.toSorted((a, b) => a.variables.at.localeCompare(b.variables.at));
    for (const { variables, isFailed } of inOrder) {
      this.#build(variables.target, {
        context: undefined,
        data: undefined,
        error: isFailed ? new Error('Not sent') : null,
        failureCount: 0,
        failureReason: null,
        isPaused: !isFailed,
        status: isFailed ? 'error' : 'pending',
        variables,
        submittedAt: Date.parse(variables.at),
      });
    }
  }
}

function isComplete({ clientMessageId, target, content, at }: Partial<OutgoingMessage>): boolean {
  const texts = [clientMessageId, content, at];
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof target === 'object' &&
    ('conversationId' in target || 'bookId' in target)
  );
}

const outboxes = new WeakMap<QueryClient, Outbox>();

export const useOutbox = (myId: string): Outbox => openOutbox(useQueryClient(), myId);

/** The outbox of a page: its screens and its session load in different chunks, and both ask for it. */
export function openOutbox(queries: QueryClient, userId: string): Outbox {
  let outbox = outboxes.get(queries);
  if (outbox?.userId !== userId) {
    outbox?.close();
    outboxes.set(queries, (outbox = new Outbox(queries, userId)));
  }
  return outbox;
}

/** Ends the outbox of a session. */
export function closeOutbox(queries: QueryClient): void {
  outboxes.get(queries)?.close();
  outboxes.delete(queries);
}

/** The messages of the outbox, and those that this page has sent, in the order in which they were written. */
export const outgoingMessages = (queries: QueryClient): OutgoingView[] =>
  outgoingMutations(queries).map(toOutgoingView);

export const useOutgoing = (): readonly OutgoingView[] =>
  useMutationState({
    filters: { mutationKey: outboxKey },
    select: (mutation: Mutation) => toOutgoingView(mutation as OutgoingMutation),
  });
