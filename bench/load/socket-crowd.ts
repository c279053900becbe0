import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { openSocket, reopenSocket } from './talkers.ts';

/** Connections that open at once while the crowd gathers. */
const GATHERING = 100;

/** Many users with a socket each that say nothing. */
export class SocketCrowd implements Disposable {
  readonly #port: number;
  readonly #tokens: readonly string[];
  readonly #sockets: WebSocket[] = [];
  #isLeaving = false;
  /** Attempts to connect that the server refused, of each user. */
  readonly refused: number[];

  private constructor(port: number, tokens: readonly string[]) {
    this.#port = port;
    this.#tokens = tokens;
    this.refused = tokens.map(() => 0);
  }

  /** Opens a socket for each token, some at a time. */
  static async gather(port: number, tokens: readonly string[]): Promise<SocketCrowd> {
    const crowd = new SocketCrowd(port, tokens);
    let next = 0;
    const openSome = async () => {
      while (next < tokens.length) {
        const index = next;
        next += 1;
        crowd.#sockets[index] = await openSocket(port, tokens[index]!);
      }
    };
    await Promise.all(Array.from({ length: GATHERING }, openSome));
    return crowd;
  }

  get size(): number {
    return this.#sockets.filter((socket) => socket.readyState === socket.OPEN).length;
  }

  /**
   * Cuts all sockets; all connect again as browsers do. Resolves with the milliseconds until each was back,
   * when all are or when the time is over.
   */
  async storm(limitMs: number): Promise<number[]> {
    for (const socket of this.#sockets) socket.terminate();
    const start = performance.now();
    const times: number[] = [];
    const returns = this.#tokens.map(async (token, index) => {
      const socket = await reopenSocket(this.#port, token, {
        hasLeft: () => this.#isLeaving,
        onRefused: () => (this.refused[index]! += 1),
      });
      if (socket === null) return;
      this.#sockets[index] = socket;
      times.push(performance.now() - start);
    });
    await Promise.race([Promise.all(returns), delay(limitMs, undefined, { ref: false })]);
    return [...times];
  }

  [Symbol.dispose](): void {
    this.#isLeaving = true;
    for (const socket of this.#sockets) socket.terminate();
  }
}
