import { NetworkCounts } from '../http/network-counts.ts';

/** Unauthenticated connections, counted by the networks of their IP addresses. */
export class UnauthenticatedConnections<T extends object> {
  readonly #ips = new Map<T, string>();
  readonly #closing = new Set<T>();
  readonly #counts = new NetworkCounts();

  get size(): number {
    return this.#ips.size - this.#closing.size;
  }

  isFullFor(ip: string, max: number, cap: number): boolean {
    return this.#counts.isFullFor(ip, max, cap);
  }

  add(one: T, ip: string): void {
    this.#ips.set(one, ip);
    this.#counts.add(ip);
  }

  /** The connection waits for the client's close frame: until it is gone, it counts for its networks alone. */
  startClosing(one: T): void {
    if (this.#ips.has(one)) this.#closing.add(one);
  }

  /** The connection has authenticated or is gone. A second call changes nothing. */
  delete(one: T): void {
    const ip = this.#ips.get(one);
    if (ip === undefined) return;
    this.#closing.delete(one);
    this.#ips.delete(one);
    this.#counts.subtract(ip);
  }
}
