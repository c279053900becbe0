import type { TokenSource } from '#platform/web/transport.ts';

/** Of the browser's socket, what is used here. */
export type WebSocketLike = { readonly readyState: number } & Pick<WebSocket, 'send' | 'close'> &
  Pick<EventTarget, 'addEventListener'>;

export type LiveSocketOptions = {
  url: string;
  tokens: Pick<TokenSource, 'getToken' | 'renewToken'>;
  /** Milliseconds after which a closed socket is opened again. */
  reconnectAfter: number;
  receive: (message: { type: string }) => void;
  connected: (isConnected: boolean) => void;
  open?: (url: string) => WebSocketLike;
  /** Where the browser tells of its connection and of being looked at. */
  signals?: { browser: EventTarget; page: EventTarget; isOnline: () => boolean; isVisible: () => boolean };
};

/** Milliseconds. Tokens are asked for so often; who has them renews one a while before it ends. */
const TOKEN_RENEWAL_INTERVAL_MS = 20_000;
const RESPONSE_TIMEOUT_MS = 5_000;
const OPEN_TIMEOUT_MS = 15_000;

const OPEN_STATE = 1;

/**
 * A socket that says who is there, comes back by itself and stays proven while it is open. What it refuses because of the
 * proof it tries again with a newer one only, so that it never loops.
 */
export class LiveSocket {
  readonly #options: Required<LiveSocketOptions>;
  #socket: WebSocketLike | null = null;
  #token: string | null = null;
  #refused: string | null = null;
  #isConnected = false;
  #stopped = false;
  #opening = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveSocketOptions) {
    this.#options = {
      open: (url) => new WebSocket(url),
      signals: {
        browser: globalThis,
        page: globalThis.document,
        isOnline: () => navigator.onLine,
        isVisible: () => document.visibilityState === 'visible',
      },
      ...options,
    };
    const { browser, page } = this.#options.signals;
    browser.addEventListener('online', this.#look);
    browser.addEventListener('offline', this.#drop);
    page.addEventListener('visibilitychange', this.#look);
    void this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Throws when it is not connected. */
  send(message: object): void {
    if (!this.#isConnected || this.#socket?.readyState !== OPEN_STATE)
      throw new Error('The socket is not connected');
    this.#socket.send(JSON.stringify(message));
  }

  stop(): void {
    this.#stopped = true;
    const { browser, page } = this.#options.signals;
    browser.removeEventListener('online', this.#look);
    browser.removeEventListener('offline', this.#drop);
    page.removeEventListener('visibilitychange', this.#look);
    this.#drop();
    clearTimeout(this.#retry);
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#stopped || this.#opening || this.#socket !== null || !this.#options.signals.isOnline()) return;
    this.#opening = true;
    const token = await this.#freshToken();
    this.#opening = false;
    if (this.#stopped) return;
    if (token === null) return this.#tryLater();
    this.#token = token;
    const socket = this.#options.open(this.#options.url);
    this.#socket = socket;
    clearTimeout(this.#answer);
    this.#answer = setTimeout(this.#drop, OPEN_TIMEOUT_MS);
    socket.addEventListener('open', () => this.#authenticate());
    socket.addEventListener('message', (event) => this.#receive(socket, (event as MessageEvent).data));
    // Also after an error.
    socket.addEventListener('close', () => this.#closed(socket));
  }

  async #freshToken(): Promise<string | null> {
    const { tokens } = this.#options;
    const refused = this.#refused;
    try {
      const token = refused === null ? await tokens.getToken() : await tokens.renewToken(refused);
      if (token !== null && token !== refused) this.#refused = null;
      return token === refused ? null : token;
    } catch {
      return null;
    }
  }

  /** Says who is there, and expects an answer: also the way to find out whether an open socket still leads anywhere. */
  #authenticate(): void {
    if (this.#socket?.readyState !== OPEN_STATE) return;
    this.#socket.send(JSON.stringify({ type: 'auth', token: this.#token }));
    clearTimeout(this.#answer);
    this.#answer = setTimeout(this.#drop, RESPONSE_TIMEOUT_MS);
  }

  #receive(socket: WebSocketLike, data: unknown): void {
    if (socket !== this.#socket) return;
    const message = parse(data);
    if (message === null) return;
    if (message.type === 'auth_success') this.#proven();
    else if (message.type === 'error' && String(message.message).includes('Authentication')) {
      const wasProven = this.#isConnected;
      this.#refused = this.#token;
      this.#drop();
      // Who was let in and is not any more learns at once whether they are still somebody, not when it is time to connect again.
      if (wasProven) void this.#freshToken();
    } else this.#options.receive(message);
  }

  #proven(): void {
    clearTimeout(this.#answer);
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#renewal = setInterval(() => void this.#renew(), TOKEN_RENEWAL_INTERVAL_MS);
    this.#options.connected(true);
  }

  async #renew(): Promise<void> {
    const token = await this.#options.tokens.getToken().catch(() => null);
    if (token === null || token === this.#token || !this.#isConnected) return;
    this.#token = token;
    this.#authenticate();
  }

  /** Back online, or looked at again: a waiting socket is opened now, an open one is tried. */
  readonly #look = (): void => {
    if (!this.#options.signals.isVisible() || !this.#options.signals.isOnline()) return;
    if (this.#isConnected) this.#authenticate();
    else void this.#connect();
  };

  /** Does not wait for the other side to agree: it may be out of reach. */
  readonly #drop = (): void => {
    const socket = this.#socket;
    if (socket === null) return;
    socket.close();
    this.#closed(socket);
  };

  #closed(socket: WebSocketLike): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#answer);
    clearInterval(this.#renewal);
    const wasConnected = this.#isConnected;
    this.#isConnected = false;
    if (wasConnected) this.#options.connected(false);
    this.#tryLater();
  }

  #tryLater(): void {
    if (this.#stopped) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), this.#options.reconnectAfter);
  }
}

function parse(data: unknown): { type: string; message?: unknown } | null {
  try {
    const message = JSON.parse(String(data)) as { type?: unknown } | null;
    return typeof message?.type === 'string' ? (message as { type: string }) : null;
  } catch {
    return null;
  }
}
