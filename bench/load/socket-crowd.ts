import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { openSocket } from './talkers.ts';

/** How long a browser of the product waits before it tries again. */
export const RECONNECT_DELAY_MS = 3_000;
/** Connections that open at once while the crowd gathers. */
const GATHERING = 100;

/** Many users with a socket each that say nothing. */
export class SocketCrowd implements Disposable {
  readonly #port: number;
  readonly #tokens: readonly string[];
  readonly #sockets: WebSocket[] = [];
  #isLeaving = false;
  /** Attempts to connect that the server refused. */
  refused = 0;

  private constructor(port: number, tokens: readonly string[]) {
    this.#port = port;
    this.#tokens = tokens;
  }

  /** Opens a socket for each token, some at a time. */
  static async gather(port: number, tokens: readonly string[]): Promise<SocketCrowd> {
    const crowd = new SocketCrowd(port, tokens);
    let next = 0;
    const openSome = async () => {
      while (next < tokens.length) {
        const index = next;
        next += 1;
        await crowd.#open(index);
      }
    };
    await Promise.all(Array.from({ length: GATHERING }, openSome));
    return crowd;
  }

  get size(): number {
    return this.#sockets.filter((socket) => socket.readyState === socket.OPEN).length;
  }

  /**
   * Cuts all sockets; all connect again at once. Resolves with the milliseconds until each was back, when all
   * are or when the time is over.
   */
  async storm(limitMs: number): Promise<number[]> {
    for (const socket of this.#sockets) socket.terminate();
    const start = performance.now();
    const times: number[] = [];
    const returns = this.#tokens.map(async (_, index) => {
      await this.#open(index);
      times.push(performance.now() - start);
    });
    await Promise.race([Promise.all(returns), delay(limitMs, undefined, { ref: false })]);
    return [...times];
  }

  [Symbol.dispose](): void {
    this.#isLeaving = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  /** Tries until it succeeds, as a browser does. */
  async #open(index: number): Promise<void> {
    while (!this.#isLeaving) {
      try {
        const socket = await openSocket(this.#port, this.#tokens[index]!);
        this.#sockets[index] = socket;
        return;
      } catch {
        this.refused += 1;
        await delay(RECONNECT_DELAY_MS);
      }
    }
  }
}
