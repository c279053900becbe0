import type { LiveStore } from '#features/live/web/lazy.ts';
import type { Message } from '../../contract.ts';
import type { MessageTarget, OutgoingMessage, ReadPosition } from './merge-messages.ts';

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
  send(target: MessageTarget, content: string): void;
  retry(clientMessageId: string): void;
  setTyping(conversationId: string, isTyping: boolean): void;
  /** While a conversation is shown, its missed messages are requested. Returns what ends that. */
  watch(conversationId: string): () => void;
  /** The messages of a watched conversation have been fetched. */
  onFetched(conversationId: string): void;
};

/** What pages show of messages beyond what they have fetched. It exists before its session has loaded. */
export class MessagingStore {
  readonly #listeners = new Set<() => void>();
  #state = emptyMessagingState;
  #session: MessagingSession | null = null;
  #waiting: ((session: MessagingSession) => void)[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly current = (): MessagingState => this.#state;

  set(changes: Partial<MessagingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Calls back with the session, now or once it has begun. */
  withSession(act: (session: MessagingSession) => void): void {
    if (this.#session === null) this.#waiting.push(act);
    else act(this.#session);
  }

  begin(session: MessagingSession): void {
    this.#session = session;
    for (const act of this.#waiting.splice(0)) act(session);
  }

  end(): void {
    this.#session = null;
    this.#waiting = [];
    this.set(emptyMessagingState);
  }
}

const stores = new WeakMap<LiveStore, MessagingStore>();

/** The one store of a page: its screens and its session load in different chunks, and both ask for it. */
export function getMessagingStore(live: LiveStore): MessagingStore {
  let store = stores.get(live);
  if (store === undefined) {
    const created = new MessagingStore();
    live.onEnd(() => created.end());
    stores.set(live, (store = created));
  }
  return store;
}
