import type { LiveStore } from '#features/live/web/lazy.ts';
import { findStorage } from '#platform/web/unsent-storage.ts';
import type { Message } from '../../contract.ts';
import type { MessageTarget, OutgoingMessage, OutgoingOffer, ReadPosition } from './merge-messages.ts';
import { Outbox } from './outbox.ts';

export type MessagingState = {
  /** The last messages that came over the socket, of all conversations. */
  received: readonly Message[];
  /** Of the other participants, by conversation. */
  readPositions: Readonly<Record<string, ReadPosition>>;
  /** Users who are typing, by conversation. */
  typing: Readonly<Record<string, readonly string[]>>;
  outgoing: readonly OutgoingMessage[];
  /** Conversations that a first message has opened, by book. */
  opened: Readonly<Record<string, string>>;
};

export const emptyMessagingState: MessagingState = {
  received: [],
  readPositions: {},
  typing: {},
  outgoing: [],
  opened: {},
};

/** What pages do with the running session. */
export type MessagingSession = {
  setTyping(conversationId: string, isTyping: boolean): void;
  /** While a conversation is shown, its missed messages are requested. Returns what ends that. */
  watch(conversationId: string): () => void;
  /** The messages of a watched conversation have been fetched. */
  onFetched(conversationId: string): void;
};

type WithSession = (session: MessagingSession) => (() => void) | void;

/**
 * What pages show of messages beyond what they have fetched, and where they leave new ones. It exists before
 * its session has loaded.
 */
export class MessagingStore {
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Set<(session: MessagingSession) => void>();
  #state = emptyMessagingState;
  #session: MessagingSession | null = null;
  #outbox: Outbox | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly current = (): MessagingState => this.#state;

  /** Null until it has loaded. */
  get session(): MessagingSession | null {
    return this.#session;
  }

  get outbox(): Outbox {
    if (this.#outbox === null) throw new Error('No user is signed in');
    return this.#outbox;
  }

  set(changes: Partial<MessagingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Stores a message and shows it. The session sends it, now or once it has begun. */
  enqueue(target: MessageTarget, content: string, offer?: OutgoingOffer): void {
    this.outbox.add(target, content, offer);
  }

  retry(clientMessageId: string): void {
    this.outbox.retry(clientMessageId);
  }

  /**
   * Calls back with the session, now or once it has begun. Returns what cancels that, or ends what the
   * callback has begun.
   */
  withSession(act: WithSession): () => void {
    let end: ReturnType<WithSession>;
    const begin = (session: MessagingSession) => void (end = act(session));
    if (this.#session === null) this.#waiting.add(begin);
    else begin(this.#session);
    return () => {
      this.#waiting.delete(begin);
      end?.();
    };
  }

  begin(session: MessagingSession): void {
    this.#session = session;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const act of waiting) act(session);
  }

  setUser(userId: string | null): void {
    this.#session = null;
    // The effects of a page run before those that name its user.
    if (userId === null) this.#waiting.clear();
    this.#outbox?.close();
    this.#outbox = null;
    this.set(emptyMessagingState);
    if (userId === null) return;
    const onChanged = (outgoing: readonly OutgoingMessage[]) => this.set({ outgoing });
    this.#outbox = new Outbox({ userId, storage: findStorage(), onChanged });
  }
}

const stores = new WeakMap<LiveStore, MessagingStore>();

/** The one store of a page: its screens and its session load in different chunks, and both ask for it. */
export function getMessagingStore(live: LiveStore): MessagingStore {
  let store = stores.get(live);
  if (store === undefined) {
    const created = new MessagingStore();
    live.onUserChange((userId) => created.setUser(userId));
    created.setUser(live.userId);
    stores.set(live, (store = created));
  }
  return store;
}
