import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { ConversationEndpoints, Conversation, Message } from '../../contract.ts';
import { isTemporaryFailure, RefusedError, RefusedOfferError } from './delivery-errors.ts';
import type { Deliver, MessageTarget } from './outbox.ts';

/** The time without a confirmation over the socket after which a message is sent over HTTP. */
const CONFIRM_TIMEOUT_MS = 8_000;

/** Sends an offer. The feature of offers has its endpoint, and says why one was refused. */
export type OfferSender = {
  send: (
    transport: Transport,
    offer: { conversationId: string; amount: number; clientMessageId: string },
  ) => Promise<unknown>;
  onRefused: (error: ApiError) => void;
};

type Sending = { conversationId: string; content: string; clientMessageId: string };

type MessageDeliveryOptions = Pick<LiveFeatureContext, 'send' | 'isConnected' | 'transport' | 'userId'> & {
  /** The conversation that another message to this book has opened. */
  findOpened: (bookId: string) => string | undefined;
  /** A first message has opened its conversation. */
  onOpened: (conversation: Conversation) => void;
  /** The first message of a conversation that was opened here has arrived. */
  onFirstSent: (conversationId: string) => void;
  /** A message was sent over HTTP; `wasConnected`: the socket has told of it, too. */
  onSent: (message: Message, wasConnected: boolean) => void;
  offers: OfferSender;
  /** Fetches the offer that was sent, before the waiting one disappears. */
  onOfferSent: (conversationId: string) => Promise<unknown>;
};

/**
 * Brings messages of the outbox to the server: over the socket, or over HTTP when the socket does not confirm
 * them.
 */
export class MessageDelivery {
  readonly #options: MessageDeliveryOptions;
  readonly #waiting = new Map<string, PromiseWithResolvers<number | null>>();

  constructor(options: MessageDeliveryOptions) {
    this.#options = options;
  }

  readonly deliver: Deliver = async ({ content, clientMessageId, target, offer }) => {
    const isFirst = target.conversationId === undefined;
    const conversationId = target.conversationId ?? (await this.#open(target));
    const seq = await (offer === undefined
      ? this.#send({ conversationId, content, clientMessageId })
      : this.#sendOffer({ conversationId, clientMessageId, amount: offer.amount }));
    if (isFirst) this.#options.onFirstSent(conversationId);
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

  async #open({ bookId, sellerId }: MessageTarget): Promise<string> {
    const { transport, userId, findOpened, onOpened } = this.#options;
    const opened = findOpened(bookId);
    if (opened !== undefined) return opened;
    const api = apiClient<ConversationEndpoints>(transport);
    const conversation = await api.call('POST /api/conversations', {
      body: { bookId, sellerId, buyerId: userId },
    });
    onOpened(conversation);
    return conversation.id;
  }

  async #send(sending: Sending): Promise<number> {
    const { transport, isConnected, onSent } = this.#options;
    const confirmed = await this.#sendOverSocket(sending);
    if (confirmed !== null) return confirmed;
    const wasConnected = isConnected();
    const message = await apiClient<ConversationEndpoints>(transport).call('POST /api/messages', {
      body: sending,
    });
    onSent(message, wasConnected);
    return message.seq;
  }

  /** Sending a refused offer again would not help: it leaves the outbox. */
  async #sendOffer(offer: Parameters<OfferSender['send']>[1]): Promise<null> {
    const { transport, offers, onOfferSent } = this.#options;
    try {
      await offers.send(transport, offer);
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporaryFailure(error)) throw error;
      offers.onRefused(error);
      throw new RefusedOfferError();
    }
    await onOfferSent(offer.conversationId);
    return null;
  }

  /** Null without a confirmation. */
  async #sendOverSocket(sending: Sending): Promise<number | null> {
    if (!this.#options.send({ type: 'send_message', ...sending })) return null;
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
