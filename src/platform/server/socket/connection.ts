import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { TRY_AGAIN_LATER_CLOSE_CODE } from '#platform/shared/socket-pace.ts';
import { TokenBucket } from '../rate-limits/token-bucket.ts';
import type { SocketLimits } from './socket-limits.ts';

/** The close codes in use, of RFC 6455 and its registry. */
export const closeCode = {
  policy: 1008,
  tooBig: 1009,
  restart: 1012,
  tryAgainLater: TRY_AGAIN_LATER_CLOSE_CODE,
} as const;

type ConnectionLimits = Pick<SocketLimits, 'messageRate' | 'maxWaitingMessages' | 'maxBufferedBytes'>;

type Receiver = {
  handle: (connection: SocketConnection, text: string) => Promise<void>;
  /** Too many messages: responds, but does not handle the message. */
  onFlood: (connection: SocketConnection, text: string) => void;
  /** Closed by the server, and possibly open for a while yet. */
  onClosing: (connection: SocketConnection) => void;
  now: () => number;
};

/** Where a socket comes from: the connection below it, and its IP address without trusted proxies. */
type Origin = { line: Duplex; ip: string };

/** One open socket. Its messages are handled one at a time, in order of arrival. */
export class SocketConnection {
  userId: string | null = null;
  /** The session of the token, if its provider's sessions are known here. */
  sessionId: string | null = null;
  /** In milliseconds: of authentication, of the token's expiry, or of the wait for a close frame. */
  deadline = 0;
  /** Waits only for the client's close frame. */
  isClosing = false;
  isAlive = true;
  pingedAt: number;
  readonly openedAt: number;
  readonly ip: string;
  readonly #socket: WebSocket;
  readonly #line: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #bucket: TokenBucket;
  readonly #receiver: Receiver;
  readonly #waiting: string[] = [];
  #handling = false;
  #refused = 0;
  #closeWhenDone: (() => void) | null = null;

  constructor(socket: WebSocket, { line, ip }: Origin, limits: ConnectionLimits, receiver: Receiver) {
    this.ip = ip;
    this.#socket = socket;
    this.#line = line;
    this.#limits = limits;
    this.#receiver = receiver;
    this.openedAt = receiver.now();
    this.pingedAt = this.openedAt;
    this.#bucket = new TokenBucket(limits.messageRate, this.openedAt);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => (this.isAlive = true));
    // The library responds; a flood of them is an attack as well.
    socket.on('ping', () => this.#allowed() || socket.terminate());
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > this.#limits.maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** Resolves when the sent data has left this process or the socket is gone: to send at the client's pace. */
  async drained(): Promise<void> {
    if (this.isOpen && this.#socket.bufferedAmount > 0) {
      await new Promise<void>((resolve) => this.#socket.ping(undefined, undefined, () => resolve()));
    }
  }

  ping(now: number): void {
    this.pingedAt = now;
    this.isAlive = false;
    if (this.isOpen) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#waiting.length = 0;
    this.#socket.close(code, reason);
    this.#receiver.onClosing(this);
  }

  /** Closes once the messages that have arrived are handled and answered; reads no further ones. */
  closeWhenDone(code: number, reason: string): void {
    this.#socket.pause();
    this.#closeWhenDone = () => {
      this.close(code, reason);
      // The client's close frame.
      this.#socket.resume();
    };
    if (!this.#handling) this.#closeWhenDone();
  }

  /** Closes without waiting for the client: the connection is cut as soon as the reason is sent. */
  cutOff(code: number, reason: string): void {
    this.close(code, reason);
    this.#line.write(Buffer.alloc(0), () => this.terminate());
  }

  terminate(): void {
    this.#waiting.length = 0;
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.isAlive = true;
    if (!this.isOpen) return;
    if (!this.#allowed()) {
      this.#refused += 1;
      if (this.#refused > this.#limits.messageRate.points) this.close(closeCode.policy, 'Too many messages');
      else this.#receiver.onFlood(this, textOf(data, isBinary));
      return;
    }
    this.#waiting.push(textOf(data, isBinary));
    if (this.#waiting.length >= this.#limits.maxWaitingMessages) this.#socket.pause();
    if (!this.#handling) void this.#work();
  }

  #allowed(): boolean {
    return this.#bucket.take(this.#receiver.now());
  }

  async #work(): Promise<void> {
    this.#handling = true;
    while (this.#waiting.length > 0 && this.isOpen) {
      await this.#receiver.handle(this, this.#waiting.shift()!);
      if (this.#closeWhenDone !== null) continue;
      if (this.#socket.isPaused && this.#waiting.length < this.#limits.maxWaitingMessages)
        this.#socket.resume();
    }
    this.#handling = false;
    this.#closeWhenDone?.();
  }
}

/** No message is binary: as text it is malformed, and gets that error. */
function textOf(data: RawData, isBinary: boolean): string {
  // The data is one buffer, because the library is not asked for another form.
  return isBinary ? '' : (data as Buffer).toString();
}
