import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { ConversationEndpoints, Conversation, Message } from '../../contract.ts';
import type { OutgoingMessage } from './merge-messages.ts';
import type { DeliveryResult } from './outbox-sender.ts';
import { toDeliveryResult } from './to-delivery-result.ts';

/** Without a confirmation over the socket for this long, a message is sent over HTTP. */
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
  readonly #confirmations = new Map<string, (result: DeliveryResult) => void>();

  constructor(options: MessageDeliveryOptions) {
    this.#options = options;
  }

  readonly deliver = async (message: OutgoingMessage): Promise<DeliveryResult> => {
    if (!navigator.onLine) return 'unreachable';
    const { content, clientMessageId, target } = message;
    try {
      const conversationId = 'bookId' in target ? await this.#open(target) : target.conversationId;
      const sending = { conversationId, content, clientMessageId };
      const result = await (message.offer === undefined
        ? this.#send(sending)
        : this.#sendOffer({ conversationId, clientMessageId, amount: message.offer.amount }));
      if ('bookId' in target && result === 'confirmed') this.#options.onFirstSent(conversationId);
      return result;
    } catch (error) {
      return error instanceof ApiError ? toDeliveryResult(error) : 'unreachable';
    }
  };

  /** The socket has said what became of a message. */
  settle(clientMessageId: string, result: DeliveryResult): void {
    this.#confirmations.get(clientMessageId)?.(result);
  }

  /** Without the socket no confirmation comes. The outbox sends the messages again later. */
  settleAll(): void {
    for (const settle of this.#confirmations.values()) settle('unreachable');
  }

  async #open(target: { bookId: string; sellerId: string }): Promise<string> {
    const { transport, userId, onOpened } = this.#options;
    const api = apiClient<ConversationEndpoints>(transport);
    const conversation = await api.call('POST /api/conversations', {
      body: { ...target, buyerId: userId },
    });
    onOpened(conversation);
    return conversation.id;
  }

  async #send(sending: Sending): Promise<DeliveryResult> {
    const { transport, isConnected, onSent } = this.#options;
    const result = await this.#sendOverSocket(sending);
    if (result !== 'unreachable') return result;
    const wasConnected = isConnected();
    const api = apiClient<ConversationEndpoints>(transport);
    onSent(await api.call('POST /api/messages', { body: sending }), wasConnected);
    return 'confirmed';
  }

  /** Sending a refused offer again would not help: it leaves the outbox. */
  async #sendOffer(offer: Parameters<OfferSender['send']>[1]): Promise<DeliveryResult> {
    const { transport, offers, onOfferSent } = this.#options;
    try {
      await offers.send(transport, offer);
    } catch (error) {
      const isRefused = error instanceof ApiError && toDeliveryResult(error) === 'refused';
      if (!isRefused) throw error;
      offers.onRefused(error);
      return 'dropped';
    }
    await onOfferSent(offer.conversationId);
    return 'confirmed';
  }

  #sendOverSocket(sending: Sending): Promise<DeliveryResult> {
    if (!this.#options.send({ type: 'send_message', ...sending })) return Promise.resolve('unreachable');
    const { clientMessageId } = sending;
    return new Promise((resolve) => {
      const settle = (result: DeliveryResult) => {
        clearTimeout(timer);
        this.#confirmations.delete(clientMessageId);
        resolve(result);
      };
      const timer = setTimeout(() => settle('unreachable'), CONFIRM_TIMEOUT_MS);
      this.#confirmations.set(clientMessageId, settle);
    });
  }
}
