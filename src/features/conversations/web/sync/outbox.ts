import {
  applyOutgoingEvent,
  type MessageTarget,
  type OutgoingEvent,
  type OutgoingMessage,
  type OutgoingOffer,
} from './merge-messages.ts';
import { OutboxStorage } from './outbox-storage.ts';

type OutboxOptions = {
  userId: string;
  storage: Storage | null;
  onChanged: (outgoing: readonly OutgoingMessage[]) => void;
};

/**
 * The messages of one user that the server has not confirmed. Each is stored in the browser. They exist
 * before the code that sends them has loaded.
 */
export class Outbox {
  readonly #storage: OutboxStorage;
  readonly #onChanged: OutboxOptions['onChanged'];
  readonly #queuedListeners = new Set<() => void>();
  #outgoing: readonly OutgoingMessage[];
  #isClosed = false;

  constructor({ userId, storage, onChanged }: OutboxOptions) {
    this.#storage = new OutboxStorage(userId, storage);
    this.#onChanged = onChanged;
    this.#outgoing = this.#storage.load();
    onChanged(this.#outgoing);
  }

  get outgoing(): readonly OutgoingMessage[] {
    return this.#outgoing;
  }

  /** Calls the listener when a message waits to be sent. Returns what ends that. */
  onQueued(listener: () => void): () => void {
    this.#queuedListeners.add(listener);
    return () => this.#queuedListeners.delete(listener);
  }

  add(target: MessageTarget, content: string, offer?: OutgoingOffer): string {
    const message: OutgoingMessage = {
      clientMessageId: crypto.randomUUID(),
      target,
      content,
      ...(offer && { offer }),
      at: new Date().toISOString(),
      state: 'sending',
    };
    this.#save(message);
    this.#set([...this.#outgoing, message]);
    this.#emitQueued();
    return message.clientMessageId;
  }

  retry(clientMessageId: string): void {
    this.apply(clientMessageId, 'retried');
    this.#emitQueued();
  }

  /** The server has stored the message, also when another tab has sent it. */
  confirm(clientMessageId: string): void {
    this.apply(clientMessageId, 'confirmed');
  }

  apply(clientMessageId: string, event: OutgoingEvent): void {
    const next = applyOutgoingEvent(this.#outgoing, clientMessageId, event);
    const message = next.find((one) => one.clientMessageId === clientMessageId);
    if (message === undefined) this.#storage.delete(clientMessageId);
    else this.#save(message);
    this.#set(next);
  }

  /** A first message has opened the conversation: the messages behind it go there. */
  setOpened(bookId: string, conversationId: string): void {
    this.#set(
      this.#outgoing.map((message) => {
        if (!('bookId' in message.target) || message.target.bookId !== bookId) return message;
        const opened = { ...message, target: { conversationId } };
        this.#save(opened);
        return opened;
      }),
    );
  }

  /** Another tab has added or sent messages. */
  reload(): void {
    this.#set(this.#storage.load());
  }

  /** Stores and shows nothing from now on: the user may have signed out. */
  close(): void {
    this.#isClosed = true;
  }

  #emitQueued(): void {
    for (const listener of this.#queuedListeners) listener();
  }

  #set(outgoing: readonly OutgoingMessage[]): void {
    this.#outgoing = outgoing;
    if (!this.#isClosed) this.#onChanged(outgoing);
  }

  #save(message: OutgoingMessage): void {
    if (!this.#isClosed) this.#storage.save(message);
  }
}
