import type { ServerMessage, ServerMessageType } from '../contract.ts';

/** The socket of a signed-in user. Its code loads in a separate chunk. */
export type LiveSession = { stop: () => void };

/**
 * Passes messages of the socket on to the visible components. Part of the first script, and there before any
 * socket.
 */
export class LiveStore {
  readonly #connectionListeners = new Set<() => void>();
  readonly #messageListeners = new Map<string, Set<(message: never) => void>>();
  #session: LiveSession | null = null;
  #isConnected = false;
  #wasConnected = false;
  readonly #endListeners = new Set<() => void>();

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

  /** Calls the listener when the user signs out. */
  onEnd(listener: () => void): void {
    this.#endListeners.add(listener);
  }

  emit(message: ServerMessage): void {
    for (const listener of this.#messageListeners.get(message.type) ?? []) listener(message as never);
  }

  /** Returns whether this is a reconnect: there was a connection before, on this page. */
  setConnected(isConnected: boolean): boolean {
    const isReconnect = isConnected && this.#wasConnected;
    this.#isConnected = isConnected;
    this.#wasConnected ||= isConnected;
    for (const listener of this.#connectionListeners) listener();
    return isReconnect;
  }

  begin(session: LiveSession): void {
    this.#session = session;
  }

  end(): void {
    this.#session?.stop();
    this.#session = null;
    this.setConnected(false);
    for (const listener of this.#endListeners) listener();
  }
}
