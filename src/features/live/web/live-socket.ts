import type { TokenSource } from '#platform/web/transport.ts';
import type { ClientMessage, ServerMessage } from '../contract.ts';
import { isAuthenticationError } from '../rules.ts';
import { ReconnectingSocket, type ReconnectingSocketOptions } from './reconnecting-socket.ts';

type LiveSocketOptions = ReconnectingSocketOptions & {
  tokens: Pick<TokenSource, 'getToken' | 'renewToken'>;
  onMessage: (message: ServerMessage) => void;
  /** Connected means authenticated. */
  onConnectionChange: (isConnected: boolean) => void;
  /** The socket has closed before it was connected. */
  onAttemptFailed: () => void;
};

/** The token source renews a token some time before its end, so that this finds a newer one in time. */
const TOKEN_RENEWAL_INTERVAL_MS = 20_000;
const AUTH_TIMEOUT_MS = 5_000;

/** A reconnecting socket that authenticates itself; after an authentication error only with a newer token. */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #socket: ReconnectingSocket;
  #token: string | null = null;
  #rejectedToken: string | null = null;
  #isConnected = false;
  #renewalTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket(options, {
      prepare: async () => {
        this.#token = await this.#getUsableToken();
        return this.#token !== null;
      },
      onOpen: () => this.#authenticate(),
      onText: (text) => this.#receive(text),
      onClosed: () => {
        if (!this.#isConnected) this.#options.onAttemptFailed();
        this.#setConnected(false);
      },
      // A response shows that the connection still works.
      onWake: () => this.#isConnected && this.#authenticate(),
    });
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** False when it is not connected or the socket throws: the message has to go another way. */
  send(message: ClientMessage): boolean {
    return this.#isConnected && this.#socket.send(JSON.stringify(message));
  }

  stop(): void {
    this.#socket.stop();
  }

  async #getUsableToken(): Promise<string | null> {
    const { tokens } = this.#options;
    const rejected = this.#rejectedToken;
    try {
      const token = rejected === null ? await tokens.getToken() : await tokens.renewToken(rejected);
      if (token === null || token === rejected) return null;
      this.#rejectedToken = null;
      return token;
    } catch {
      return null;
    }
  }

  #authenticate(): void {
    if (this.#token === null) return;
    const isSent = this.#socket.send(
      JSON.stringify({ type: 'auth', token: this.#token } satisfies ClientMessage),
    );
    if (isSent) this.#socket.expectResponse(AUTH_TIMEOUT_MS);
  }

  #receive(text: string): void {
    const message = parseMessage(text);
    if (message === null) return;
    if (message.type === 'auth_success') this.#onAuthenticated();
    else if (message.type === 'error' && isAuthenticationError(message.code)) this.#onAuthenticationError();
    else this.#options.onMessage(message);
  }

  #onAuthenticated(): void {
    this.#socket.confirmResponse();
    this.#setConnected(true);
  }

  #onAuthenticationError(): void {
    const wasConnected = this.#isConnected;
    this.#rejectedToken = this.#token;
    this.#socket.drop();
    // A user who was connected learns now that the session has ended, not only with the next attempt.
    if (wasConnected) void this.#getUsableToken();
  }

  #setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    if (isConnected) {
      this.#renewalTimer = setInterval(() => void this.#renewToken(), TOKEN_RENEWAL_INTERVAL_MS);
    } else clearInterval(this.#renewalTimer);
    this.#options.onConnectionChange(isConnected);
  }

  async #renewToken(): Promise<void> {
    const token = await this.#options.tokens.getToken().catch(() => null);
    if (token === null || token === this.#token || !this.#isConnected) return;
    this.#token = token;
    this.#authenticate();
  }
}

function parseMessage(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as Partial<ServerMessage> | null;
    return typeof message?.type === 'string' ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}
