import type { ClientMessage, ServerMessage, ServerMessageType } from '../contract.ts';

/** The socket of a signed-in user. Its code loads in a separate chunk. */
export type LiveSession = { send: (message: ClientMessage) => boolean; stop: () => void };

/** Passes messages of the socket to the visible components. In the first script, before any socket. */
export class LiveStore {
  readonly #connectionListeners = new Set<() => void>();
  readonly #messageListeners = new Map<string, Set<(message: never) => void>>();
  #session: LiveSession | null = null;
  #isConnected = false;
  /** There was a connection before, on this page, or an attempt that failed. */
  #mayHaveMissed = false;
  readonly #userListeners = new Set<(userId: string | null) => void>();
  #userId: string | null = null;

  readonly isConnected = (): boolean => this.#isConnected;

  readonly onConnectionChange = (listener: () => void): (() => void) => {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  };

  /** Calls the listener for each message of a type. Returns what ends that. */
  on<T extends ServerMessageType>(type: T, listener: (message: ServerMessage<T>) => void): () => void {
    const listeners = this.#messageListeners.get(type) ?? new Set();
    this.#messageListeners.set(type, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** The signed-in user, also before the session has loaded. */
  get userId(): string | null {
    return this.#userId;
  }

  /** Calls the listener when a user signs in or out. */
  onUserChange(listener: (userId: string | null) => void): void {
    this.#userListeners.add(listener);
  }

  setUser(userId: string | null): void {
    this.#userId = userId;
    for (const listener of this.#userListeners) listener(userId);
  }

  emit(message: ServerMessage): void {
    for (const listener of this.#messageListeners.get(message.type) ?? []) listener(message as never);
  }

  /** What the page shows may be older than the next connection. */
  noteFailedAttempt(): void {
    this.#mayHaveMissed = true;
  }

  /** Returns whether events may have been missed: this is a reconnect, or the first attempt has failed. */
  setConnected(isConnected: boolean): boolean {
    const isReconnect = isConnected && this.#mayHaveMissed;
    this.#isConnected = isConnected;
    this.#mayHaveMissed ||= isConnected;
    for (const listener of this.#connectionListeners) listener();
    return isReconnect;
  }

  /** False when the socket is not connected. */
  send(message: ClientMessage): boolean {
    return this.#session?.send(message) ?? false;
  }

  begin(session: LiveSession): void {
    this.#session = session;
  }

  end(): void {
    this.#session?.stop();
    this.#session = null;
    this.setConnected(false);
    this.setUser(null);
  }
}
