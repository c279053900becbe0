import { WebSocket } from 'ws';
import type { ServerMessage } from '#features/live/contract.ts';

type Type = ServerMessage['type'];
type Of<T extends Type> = Extract<ServerMessage, { type: T }>;

/** A client that records every message and lets a test wait for future ones. */
export class TestSocket {
  readonly received: ServerMessage[] = [];
  readonly opened: Promise<void>;
  /** The close code and reason; 1006 and the HTTP status when the server refused. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  #taken = new Set<ServerMessage>();

  /** An open socket to the server with this HTTP address. */
  static async open(address: string, headers: Record<string, string> = {}): Promise<TestSocket> {
    const socket = new TestSocket(`${address.replace('http', 'ws')}/ws`, headers);
    await socket.opened;
    return socket;
  }

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(url, { headers });
    let refusal = '';
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', () => resolve());
      this.#socket.once('error', (error) => {
        refusal = error.message;
        reject(error);
      });
    });
    this.opened.catch(() => {});
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) => resolve({ code, reason: refusal || reason.toString() }));
    });
    this.#socket.on('message', (data) => {
      this.received.push(JSON.parse(data.toString()) as ServerMessage);
      for (const look of this.#waiting) look();
    });
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  pause(): void {
    this.#socket.pause();
  }

  get pings(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('ping', () => resolve()));
  }

  /** The next matching message of the type that no earlier call has returned. */
  async next<T extends Type>(type: T, fits: (message: Of<T>) => boolean = () => true): Promise<Of<T>> {
    const find = () =>
      this.received.find(
        (message): message is Of<T> =>
          message.type === type && !this.#taken.has(message) && fits(message as Of<T>),
      );
    await this.until(() => find() !== undefined, `a message of type ${type}`);
    const found = find()!;
    this.#taken.add(found);
    return found;
  }

  /** Resolves when the received messages satisfy the condition. */
  until(isEnough: () => boolean, what = 'enough'): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!isEnough()) return;
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(
          new Error(`${what} was not received; received: ${JSON.stringify(this.received).slice(0, 2_000)}`),
        );
      }, 15_000);
      this.#waiting.add(look);
      look();
    });
  }

  /** All messages of a type so far. */
  all<T extends Type>(type: T): Of<T>[] {
    return this.received.filter((message): message is Of<T> => message.type === type);
  }

  /**
   * Waits until all earlier messages are handled: the response to an unknown message type comes after theirs.
   */
  async settled(): Promise<void> {
    this.#taken = new Set(this.received);
    this.sendRaw('settled?');
    await this.next('error', (error) => error.code === 'invalid-request');
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
