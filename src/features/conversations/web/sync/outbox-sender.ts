import type { OutgoingMessage } from './merge-messages.ts';
import type { Outbox } from './outbox.ts';

/** A postponed message is sent again after the first delay, which doubles up to the second. */
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 5_000;

/**
 * `retryAfterMs`: the server cannot accept the message now, and asks for this pause; 0 where it names none.
 */
export type DeliveryResult = 'confirmed' | 'dropped' | 'refused' | 'unreachable' | { retryAfterMs: number };

/** Sends one message. The first message of a conversation opens it. */
export type Deliver = (message: OutgoingMessage) => Promise<DeliveryResult>;

/** A pause of the messages of one conversation. The next one is twice as long. */
type Pause = { timer: ReturnType<typeof setTimeout>; delayMs: number; isOver: boolean };

/**
 * Sends the messages of an outbox when they are added and on every `flush`, or after a pause where the server
 * asked for one. Those of one conversation are sent one after the other, in their order.
 */
export class OutboxSender {
  readonly #outbox: Outbox;
  readonly #deliver: Deliver;
  readonly #unsubscribe: () => void;
  readonly #sending = new Set<string>();
  readonly #pauses = new Map<string, Pause>();
  #stopped = false;

  constructor(outbox: Outbox, deliver: Deliver) {
    this.#outbox = outbox;
    this.#deliver = deliver;
    this.#unsubscribe = outbox.onQueued(() => this.flush());
  }

  /** Sends all messages that are not paused. */
  flush(): void {
    for (const queue of this.#queues()) void this.#pump(queue);
  }

  /** Sends nothing from now on: the user may have signed out. */
  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #queues(): Set<string> {
    return new Set(this.#outbox.outgoing.map(queueOf));
  }

  async #pump(queue: string): Promise<void> {
    if (this.#stopped || this.#sending.has(queue) || this.#isPaused(queue)) return;
    this.#sending.add(queue);
    try {
      for (;;) {
        const next = this.#outbox.outgoing.find(
          (message) => queueOf(message) === queue && message.state === 'sending',
        );
        if (next === undefined) return;
        const outcome = await this.#deliver(next).catch((): DeliveryResult => 'unreachable');
        if (this.#stopped) return;
        if (typeof outcome === 'object') {
          this.#postpone(next.clientMessageId, outcome.retryAfterMs);
          return;
        }
        if (outcome !== 'unreachable') this.#pauses.delete(queue);
        this.#outbox.apply(next.clientMessageId, outcome);
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
    const message = this.#outbox.outgoing.find((one) => one.clientMessageId === clientMessageId);
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
    for (const other of this.#queues()) if (other !== queue) void this.#pump(other);
  }
}

const queueOf = ({ target }: OutgoingMessage): string =>
  'conversationId' in target ? target.conversationId : `new ${target.bookId}`;
