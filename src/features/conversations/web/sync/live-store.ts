import type { Message } from '#features/conversations/contract.ts';
import type { OutgoingMessage, ReadMark, MessageTarget } from './merge-messages.ts';

/** Something that the viewer may be showing has changed; 'missed': whatever it is. */
export type LiveChange = { type: 'book'; bookId: string } | { type: 'user' } | { type: 'missed' };

export type LiveState = {
  connected: boolean;
  /** Messages that came over the socket, of all conversations; only the last ones are kept. */
  received: readonly Message[];
  readMarks: Readonly<Record<string, ReadMark>>;
  /** Who is typing, by conversation. */
  typing: Readonly<Record<string, readonly string[]>>;
  outgoing: readonly OutgoingMessage[];
  /** Conversations that a first message has opened, by book. */
  opened: Readonly<Record<string, string>>;
};

const nothing: LiveState = {
  connected: false,
  received: [],
  readMarks: {},
  typing: {},
  outgoing: [],
  opened: {},
};

/** What a running session can do; it comes in a chunk of its own, when somebody is signed in. */
export type LiveSession = {
  send(target: MessageTarget, content: string): void;
  retry(clientMessageId: string): void;
  setTyping(conversationId: string, isTyping: boolean): void;
  /** The conversation is on the screen: what is missed in it is asked for. Returns what ends that. */
  watch(conversationId: string): () => void;
  /** The messages of a watched conversation have been fetched. */
  fetched(conversationId: string): void;
  stop(): void;
};

/** What screens know of what is going on right now. Small: it stands in the first bundle. */
export class LiveStore {
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(change: LiveChange) => void>();
  #state = nothing;
  #session: LiveSession | null = null;
  #waiting: ((session: LiveSession) => void)[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly current = (): LiveState => this.#state;

  /** Hears of changed books and of changes of the person. Returns what ends that. */
  readonly onChange = (listener: (change: LiveChange) => void): (() => void) => {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  };

  tell(change: LiveChange): void {
    for (const listener of this.#changeListeners) listener(change);
  }

  set(changes: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Does something with the session, as soon as there is one. */
  withSession(act: (session: LiveSession) => void): void {
    if (this.#session === null) this.#waiting.push(act);
    else act(this.#session);
  }

  begin(session: LiveSession): void {
    this.#session = session;
    for (const act of this.#waiting.splice(0)) act(session);
  }

  end(): void {
    this.#session?.stop();
    this.#session = null;
    this.#waiting = [];
    this.set(nothing);
  }
}
