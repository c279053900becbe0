import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { Message } from '../../contract.ts';
import { conversationApi, keys } from '../conversation-list-query.ts';
import { cacheConversation, openedQuery, refreshConversations } from '../conversation-queries.ts';
import {
  type Deliver,
  isTemporaryFailure,
  type MessageTarget,
  RefusedError,
  RefusedOfferError,
} from './outbox.ts';
import { saveForOffline } from './prefetch-recent-conversations.ts';

/** The time without a confirmation over the socket after which a message is sent over HTTP. */
const CONFIRM_TIMEOUT_MS = 8_000;

/** Sends an offer. The feature of trades has its endpoint, and says why one was refused. */
export type OfferSender = {
  send: (
    transport: Transport,
    offer: { conversationId: string; amount: number; clientMessageId: string },
  ) => Promise<unknown>;
  onRefused: (error: ApiError) => void;
};

type Sending = { conversationId: string; content: string; clientMessageId: string };

type MessageDeliveryOptions = {
  offers: OfferSender;
  /** A message was sent over HTTP. */
  onSent: (message: Message) => void;
};

/** Brings messages of the outbox to the server: over the socket, or over HTTP without its confirmation. */
export class MessageDelivery {
  readonly #context: LiveFeatureContext;
  readonly #options: MessageDeliveryOptions;
  readonly #waiting = new Map<string, PromiseWithResolvers<number | null>>();

  constructor(context: LiveFeatureContext, options: MessageDeliveryOptions) {
    this.#context = context;
    this.#options = options;
  }

  readonly deliver: Deliver = async ({ content, clientMessageId, target, offer }) => {
    const isFirst = target.conversationId === undefined;
    const conversationId = target.conversationId ?? (await this.#open(target));
    const seq = await (offer === undefined
      ? this.#send({ conversationId, content, clientMessageId })
      : this.#sendOffer({ conversationId, clientMessageId, amount: offer.amount }));
    if (isFirst) saveForOffline(this.#context.transport, conversationId);
    return seq;
  };

  /** The socket has brought a message. Returns whether it was waited for. */
  confirm(clientMessageId: string, seq: number): boolean {
    this.#waiting.get(clientMessageId)?.resolve(seq);
    return this.#waiting.has(clientMessageId);
  }

  refuse(clientMessageId: string, isTemporary: boolean): void {
    this.#waiting.get(clientMessageId)?.reject(new RefusedError(isTemporary));
  }

  /** Resends what the socket can no longer confirm. */
  onDisconnected(): void {
    for (const { resolve } of this.#waiting.values()) resolve(null);
  }

  /** Another message to this book may have opened its conversation meanwhile. */
  async #open({ bookId, sellerId }: MessageTarget): Promise<string> {
    const { transport, queries, userId } = this.#context;
    const { queryKey } = openedQuery(bookId);
    const opened = queries.getQueryData(queryKey);
    if (opened !== undefined) return opened;
    const conversation = await conversationApi(transport).call('POST /api/conversations', {
      body: { bookId, sellerId, buyerId: userId },
    });
    // Events update a cached conversation, and may be newer than this response.
    if (queries.getQueryData(keys.one(conversation.id)) === undefined)
      cacheConversation(queries, conversation);
    queries.setQueryData(queryKey, conversation.id);
    return conversation.id;
  }

  async #send(sending: Sending): Promise<number> {
    const { transport, queries, isConnected } = this.#context;
    const confirmed = await this.#sendOverSocket(sending);
    if (confirmed !== null) return confirmed;
    const wasConnected = isConnected();
    const message = await conversationApi(transport).call('POST /api/messages', { body: sending });
    this.#options.onSent(message);
    // The socket sends the changed conversation if it is connected.
    if (!wasConnected) void refreshConversations(queries);
    return message.seq;
  }

  /** Sending a refused offer again would not help: it leaves the outbox. */
  async #sendOffer(offer: Parameters<OfferSender['send']>[1]): Promise<null> {
    const { transport, queries } = this.#context;
    const { offers } = this.#options;
    try {
      await offers.send(transport, offer);
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporaryFailure(error)) throw error;
      offers.onRefused(error);
      throw new RefusedOfferError();
    }
    // The offer is fetched before the waiting one disappears.
    await queries.invalidateQueries({ queryKey: keys.messages(offer.conversationId) });
    return null;
  }

  /** Null without a confirmation. */
  async #sendOverSocket(sending: Sending): Promise<number | null> {
    if (!this.#context.send({ type: 'send_message', ...sending })) return null;
    const { clientMessageId } = sending;
    const confirmation = Promise.withResolvers<number | null>();
    this.#waiting.set(clientMessageId, confirmation);
    const timer = setTimeout(() => confirmation.resolve(null), CONFIRM_TIMEOUT_MS);
    try {
      return await confirmation.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(clientMessageId);
    }
  }
}
