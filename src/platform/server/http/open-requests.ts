import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/** The requests that are being answered, so that a server that stops can wait for them and name them. */
export class OpenRequests {
  readonly #open = new Map<ServerResponse, IncomingMessage>();
  #isDraining = false;

  /** The server is about to stop: its clients shall go elsewhere. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(response, request);
    if (this.#isDraining) response.shouldKeepAlive = false;
    response.once('close', () => this.#open.delete(response));
  }

  /** Makes every further response end its connection, including those of open requests. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open.keys()) response.shouldKeepAlive = false;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Ends the connections of the open requests. */
  cut(): void {
    for (const response of this.#open.keys()) response.destroy();
  }

  /** Resolves when no request has been open for `quietMs`, or after `limitMs`. */
  async settled(quietMs: number, limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    let quietSince = performance.now();
    while (performance.now() < deadline && performance.now() - quietSince < quietMs) {
      await delay(POLL_MS);
      if (this.#open.size > 0) quietSince = performance.now();
    }
  }

  list(): string[] {
    return [...this.#open.values()].map(({ method, url = '' }) => `${method} ${url.split('?', 1)[0]}`);
  }
}
