import { applyOutgoingEvent, type OutgoingMessage, type MessageTarget } from './merge-messages.ts';

/** Vanishes at sign-out, like everything under the private prefix. One key per message, so that tabs never overwrite each other. */
const prefix = 'bookswap:private:outbox:';

/** Milliseconds before a postponed message is sent again: at first, doubled each time, and at most. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5_000;

/** `retryAfterMs`: the server cannot take it now, and wants to be left alone so long; 0 where it did not say. */
export type DeliveryResult = 'confirmed' | 'refused' | 'unreachable' | { retryAfterMs: number };

/** Until when the messages of a conversation wait, and for how long they waited last. */
type Wait = { timer: ReturnType<typeof setTimeout>; waitMs: number; isOver: boolean };

export type OutboxOptions = {
  userId: string;
  storage: Storage | null;
  changed: (outgoing: readonly OutgoingMessage[]) => void;
  /** Brings one message to the server. A message for a conversation that does not exist yet opens it. */
  deliver: (message: OutgoingMessage) => Promise<DeliveryResult>;
};

/**
 * Messages on their way. Each is kept on the device until the server has confirmed it, and tried again whenever `flush` is
 * called, and by itself where the server could not take it; those of one conversation go out one after the other, in the order in
 * which they were written.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #underway = new Set<string>();
  readonly #waits = new Map<string, Wait>();
  #outgoing: readonly OutgoingMessage[];
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#outgoing = this.#stored();
    options.changed(this.#outgoing);
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
    this.#keep(message);
    this.#set([...this.#outgoing, message]);
    this.flush();
    return message.clientMessageId;
  }

  /** Tries everything that waits. */
  flush(): void {
    for (const place of new Set(this.#outgoing.map(placeOf))) void this.#pump(place);
  }

  retry(clientMessageId: string): void {
    this.#apply(clientMessageId, 'retried');
    this.flush();
  }

  /** The server has it: heard from wherever. */
  confirm(clientMessageId: string): void {
    this.#apply(clientMessageId, 'confirmed');
  }

  /** The conversation that these messages were to open is open. */
  opened(bookId: string, conversationId: string): void {
    this.#set(
      this.#outgoing.map((message) => {
        if (!('bookId' in message.target) || message.target.bookId !== bookId) return message;
        const opened = { ...message, target: { conversationId } };
        this.#keep(opened);
        return opened;
      }),
    );
  }

  /** Nothing goes out and nothing is kept any more: whoever wrote it may have signed out. */
  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#waits.values()) clearTimeout(timer);
    this.#waits.clear();
  }

  /** Another tab has written or sent something. */
  reread(): void {
    this.#set(this.#stored());
  }

  async #pump(place: string): Promise<void> {
    if (this.#stopped || this.#underway.has(place) || this.#isWaiting(place)) return;
    this.#underway.add(place);
    try {
      for (;;) {
        const next = this.#outgoing.find(
          (message) => placeOf(message) === place && message.state === 'sending',
        );
        if (next === undefined) return;
        const outcome = await this.#options.deliver(next).catch((): DeliveryResult => 'unreachable');
        if (this.#stopped) return;
        if (typeof outcome === 'object') {
          this.#postpone(next.clientMessageId, outcome.retryAfterMs);
          return;
        }
        if (outcome !== 'unreachable') this.#waits.delete(place);
        this.#apply(next.clientMessageId, outcome);
        if (outcome === 'unreachable') return;
      }
    } finally {
      this.#underway.delete(place);
      // Opened on the way: what is left now waits at the conversation's own place.
      if (place.startsWith('new ')) this.#pumpElsewhere(place);
    }
  }

  #isWaiting(place: string): boolean {
    return this.#waits.get(place)?.isOver === false;
  }

  /** The message is sent again later, and those behind it after it. Another tab may have sent it meanwhile. */
  #postpone(clientMessageId: string, retryAfterMs: number): void {
    const message = this.#outgoing.find((one) => one.clientMessageId === clientMessageId);
    if (message === undefined) return this.flush();
    // Its conversation may have been opened on the way.
    const place = placeOf(message);
    const last = this.#waits.get(place);
    const waitMs = last === undefined ? FIRST_WAIT_MS : Math.min(last.waitMs * 2, MAX_WAIT_MS);
    const timer = setTimeout(
      () => {
        wait.isOver = true;
        void this.#pump(place);
      },
      Math.max(waitMs, retryAfterMs),
    );
    const wait: Wait = { timer, waitMs, isOver: false };
    this.#waits.set(place, wait);
  }

  #pumpElsewhere(place: string): void {
    for (const other of new Set(this.#outgoing.map(placeOf))) if (other !== place) void this.#pump(other);
  }

  #apply(clientMessageId: string, event: Parameters<typeof applyOutgoingEvent>[2]): void {
    const next = applyOutgoingEvent(this.#outgoing, clientMessageId, event);
    const message = next.find((one) => one.clientMessageId === clientMessageId);
    if (message === undefined) this.#forget(clientMessageId);
    else this.#keep(message);
    this.#set(next);
  }

  #set(outgoing: readonly OutgoingMessage[]): void {
    this.#outgoing = outgoing;
    this.#options.changed(outgoing);
  }

  #keep(message: OutgoingMessage): void {
    if (this.#stopped) return;
    try {
      const kept = JSON.stringify({ ...message, userId: this.#options.userId });
      this.#options.storage?.setItem(prefix + message.clientMessageId, kept);
    } catch {
      // The storage is full or forbidden: the message lives as long as the page.
    }
  }

  #forget(clientMessageId: string): void {
    try {
      this.#options.storage?.removeItem(prefix + clientMessageId);
    } catch {
      // Nothing was kept, then.
    }
  }

  #stored(): OutgoingMessage[] {
    const { storage, userId } = this.#options;
    const found: OutgoingMessage[] = [];
    try {
      for (const key of Object.keys(storage ?? {})) {
        if (!key.startsWith(prefix)) continue;
        const { userId: owner, ...message } = JSON.parse(storage!.getItem(key) ?? '') as OutgoingMessage & {
          userId: string;
        };
        if (owner === userId) found.push(message);
      }
    } catch {
      // Not ours, or cut off.
    }
    return found.sort((a, b) => a.at.localeCompare(b.at));
  }
}

const placeOf = ({ target }: OutgoingMessage): string =>
  'conversationId' in target ? target.conversationId : `new ${target.bookId}`;
