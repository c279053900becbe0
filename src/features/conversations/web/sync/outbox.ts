import { applyOutgoingEvent, type OutgoingMessage, type MessageTarget } from './merge-messages.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** A postponed message is sent again after the first delay, which doubles up to the second. */
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 5_000;

/**
 * `retryAfterMs`: the server cannot accept the message now, and asks for this pause; 0 where it names none.
 */
export type DeliveryResult = 'confirmed' | 'refused' | 'unreachable' | { retryAfterMs: number };

/** A pause of the messages of one conversation. The next one is twice as long. */
type Pause = { timer: ReturnType<typeof setTimeout>; delayMs: number; isOver: boolean };

type OutboxOptions = {
  userId: string;
  storage: Storage | null;
  onChanged: (outgoing: readonly OutgoingMessage[]) => void;
  /** Sends one message. The first message of a conversation opens it. */
  deliver: (message: OutgoingMessage) => Promise<DeliveryResult>;
};

/**
 * Messages that the server has not confirmed. Each is stored in the browser, and sent again on every `flush`,
 * or after a pause where the server asked for one. Those of one conversation are sent one after the other, in
 * their order.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #storage: OutboxStorage;
  readonly #sending = new Set<string>();
  readonly #pauses = new Map<string, Pause>();
  #outgoing: readonly OutgoingMessage[];
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#storage = new OutboxStorage(options.userId, options.storage);
    this.#outgoing = this.#storage.load();
    options.onChanged(this.#outgoing);
  }

  get outgoing(): readonly OutgoingMessage[] {
    return this.#outgoing;
  }

  add(target: MessageTarget, content: string): string {
    const message: OutgoingMessage = {
      clientMessageId: crypto.randomUUID(),
      target,
      content,
      at: new Date().toISOString(),
      state: 'sending',
    };
    this.#store(message);
    this.#set([...this.#outgoing, message]);
    this.flush();
    return message.clientMessageId;
  }

  /** Sends all messages that are not paused. */
  flush(): void {
    for (const queue of new Set(this.#outgoing.map(queueOf))) void this.#pump(queue);
  }

  retry(clientMessageId: string): void {
    this.#apply(clientMessageId, 'retried');
    this.flush();
  }

  /** The server has stored the message, also when another tab has sent it. */
  confirm(clientMessageId: string): void {
    this.#apply(clientMessageId, 'confirmed');
  }

  /** A first message has opened the conversation: the messages behind it go there. */
  setOpened(bookId: string, conversationId: string): void {
    this.#set(
      this.#outgoing.map((message) => {
        if (!('bookId' in message.target) || message.target.bookId !== bookId) return message;
        const opened = { ...message, target: { conversationId } };
        this.#store(opened);
        return opened;
      }),
    );
  }

  /** Sends and stores nothing from now on: the user may have signed out. */
  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  /** Another tab has added or sent messages. */
  reload(): void {
    this.#set(this.#storage.load());
  }

  async #pump(queue: string): Promise<void> {
    if (this.#stopped || this.#sending.has(queue) || this.#isPaused(queue)) return;
    this.#sending.add(queue);
    try {
      for (;;) {
        const next = this.#outgoing.find(
          (message) => queueOf(message) === queue && message.state === 'sending',
        );
        if (next === undefined) return;
        const outcome = await this.#options.deliver(next).catch((): DeliveryResult => 'unreachable');
        if (this.#stopped) return;
        if (typeof outcome === 'object') {
          this.#postpone(next.clientMessageId, outcome.retryAfterMs);
          return;
        }
        if (outcome !== 'unreachable') this.#pauses.delete(queue);
        this.#apply(next.clientMessageId, outcome);
        if (outcome === 'unreachable') return;
      }
    } finally {
      this.#sending.delete(queue);
      // The conversation was opened: the rest is now in its own queue.
      if (queue.startsWith('new ')) this.#pumpOthers(queue);
    }
  }

  #isPaused(queue: string): boolean {
    return this.#pauses.get(queue)?.isOver === false;
  }

  /**
   * The message is sent again later, and those behind it after it. Another tab may have sent it meanwhile.
   */
  #postpone(clientMessageId: string, retryAfterMs: number): void {
    const message = this.#outgoing.find((one) => one.clientMessageId === clientMessageId);
    if (message === undefined) return this.flush();
    // Its conversation may have been opened meanwhile.
    const queue = queueOf(message);
    const last = this.#pauses.get(queue);
    const delayMs = last === undefined ? MIN_RETRY_DELAY_MS : Math.min(last.delayMs * 2, MAX_RETRY_DELAY_MS);
    const timer = setTimeout(
      () => {
        pause.isOver = true;
        void this.#pump(queue);
      },
      Math.max(delayMs, retryAfterMs),
    );
    const pause: Pause = { timer, delayMs, isOver: false };
    this.#pauses.set(queue, pause);
  }

  #pumpOthers(queue: string): void {
    for (const other of new Set(this.#outgoing.map(queueOf))) if (other !== queue) void this.#pump(other);
  }

  #apply(clientMessageId: string, event: Parameters<typeof applyOutgoingEvent>[2]): void {
    const next = applyOutgoingEvent(this.#outgoing, clientMessageId, event);
    const message = next.find((one) => one.clientMessageId === clientMessageId);
    if (message === undefined) this.#storage.delete(clientMessageId);
    else this.#store(message);
    this.#set(next);
  }

  #set(outgoing: readonly OutgoingMessage[]): void {
    this.#outgoing = outgoing;
    this.#options.onChanged(outgoing);
  }

  #store(message: OutgoingMessage): void {
    if (!this.#stopped) this.#storage.save(message);
  }
}

const queueOf = ({ target }: OutgoingMessage): string =>
  'conversationId' in target ? target.conversationId : `new ${target.bookId}`;
