import { parseReconnectDelayMs, RETURNING_QUERY } from '#platform/shared/socket-pace.ts';
import { reconnectDelayMs, RESTART_CLOSE_CODE, RESTART_RECONNECT_JITTER_MS } from '../rules.ts';

/** The part of the browser's WebSocket that is used here. */
export type WebSocketLike = { readonly readyState: number } & Pick<WebSocket, 'send' | 'close'> &
  Pick<EventTarget, 'addEventListener'>;

/** Where the browser reports its connection and whether the page is visible. */
type BrowserSignals = {
  browser: EventTarget;
  page: EventTarget;
  isOnline: () => boolean;
  isVisible: () => boolean;
};

export type ReconnectingSocketOptions = {
  url: string;
  open?: (url: string) => WebSocketLike;
  signals?: BrowserSignals;
};

type SocketListener = {
  /** Called before each attempt; false postpones the attempt. */
  prepare: () => Promise<boolean>;
  onOpen: () => void;
  onText: (text: string) => void;
  onClosed: () => void;
  /** The page is visible or online again, and the socket seems to be open. */
  onWake: () => void;
};

const OPEN_TIMEOUT_MS = 15_000;
const OPEN_STATE = 1;

/** A socket that opens again after it was closed, at once when the network is back or the page visible. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #openSocket: (url: string) => WebSocketLike;
  readonly #signals: BrowserSignals;
  readonly #listener: SocketListener;
  #socket: WebSocketLike | null = null;
  #isStopped = false;
  #isPreparing = false;
  #failedAttempts = 0;
  /** The server has named the moment of the next attempt. */
  #isReturning = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #responseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReconnectingSocketOptions, listener: SocketListener) {
    this.#url = options.url;
    this.#openSocket = options.open ?? ((url) => new WebSocket(url));
    this.#signals = options.signals ?? {
      browser: globalThis,
      page: globalThis.document,
      isOnline: () => navigator.onLine,
      isVisible: () => document.visibilityState === 'visible',
    };
    this.#listener = listener;
    this.#signals.browser.addEventListener('online', this.#wake);
    this.#signals.browser.addEventListener('offline', this.drop);
    this.#signals.page.addEventListener('visibilitychange', this.#wake);
    void this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === OPEN_STATE;
  }

  /** False when the socket is not open or cannot send. One that throws is given up. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    try {
      this.#socket?.send(text);
      return true;
    } catch {
      this.drop();
      return false;
    }
  }

  /** Closes the socket unless `confirmResponse` is called in time. */
  expectResponse(timeoutMs: number): void {
    clearTimeout(this.#responseTimer);
    this.#responseTimer = setTimeout(this.drop, timeoutMs);
  }

  confirmResponse(): void {
    this.#failedAttempts = 0;
    clearTimeout(this.#responseTimer);
  }

  /** Closes without waiting for the server, which may be out of reach. Another attempt follows. */
  readonly drop = (): void => {
    const socket = this.#socket;
    if (socket === null) return;
    socket.close();
    this.#onClosed(this.#nextDelay());
  };

  stop(): void {
    this.#isStopped = true;
    const { browser, page } = this.#signals;
    browser.removeEventListener('online', this.#wake);
    browser.removeEventListener('offline', this.drop);
    page.removeEventListener('visibilitychange', this.#wake);
    this.drop();
    clearTimeout(this.#retryTimer);
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retryTimer);
    if (this.#isStopped || this.#isPreparing || this.#socket !== null || !this.#signals.isOnline()) return;
    this.#isPreparing = true;
    const isPrepared = await this.#listener.prepare();
    this.#isPreparing = false;
    if (this.#isStopped) return;
    if (!isPrepared) return this.#retryLater();
    const socket = this.#openSocket(this.#isReturning ? `${this.#url}?${RETURNING_QUERY}` : this.#url);
    this.#isReturning = false;
    this.#socket = socket;
    this.expectResponse(OPEN_TIMEOUT_MS);
    socket.addEventListener('open', () => {
      if (socket === this.#socket) this.#listener.onOpen();
    });
    socket.addEventListener('message', (event) => {
      if (socket === this.#socket) this.#listener.onText(String((event as MessageEvent).data));
    });
    // Also after an error.
    socket.addEventListener('close', (event) => {
      if (socket === this.#socket) this.#onClosed(this.#delayAfter(event as CloseEvent));
    });
  }

  readonly #wake = (): void => {
    if (!this.#signals.isVisible() || !this.#signals.isOnline()) return;
    if (this.#socket === null) void this.#connect();
    else this.#listener.onWake();
  };

  /** Another server is there already when one goes away on purpose. */
  #delayAfter({ code, reason }: CloseEvent): number {
    const laterMs = parseReconnectDelayMs({ code, reason });
    this.#isReturning = laterMs !== null;
    if (laterMs !== null) return laterMs;
    if (code === RESTART_CLOSE_CODE) return Math.random() * RESTART_RECONNECT_JITTER_MS;
    return this.#nextDelay();
  }

  #nextDelay(): number {
    const delayMs = reconnectDelayMs(this.#failedAttempts, Math.random());
    this.#failedAttempts += 1;
    return delayMs;
  }

  #onClosed(delayMs: number): void {
    this.#socket = null;
    clearTimeout(this.#responseTimer);
    this.#listener.onClosed();
    this.#retryLater(delayMs);
  }

  #retryLater(delayMs = this.#nextDelay()): void {
    if (this.#isStopped) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs);
  }
}
