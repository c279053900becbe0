import { NetworkCounts } from '../http/network-counts.ts';

/** Unauthenticated connections, counted by the networks of their IP addresses. */
export class UnauthenticatedConnections<T extends object> {
  readonly #ips = new Map<T, string>();
  readonly #counts = new NetworkCounts();

  get size(): number {
    return this.#ips.size;
  }

  /** Whether one of the address's networks has its share: `max` for the smallest, `cap` for any. */
  isFullFor(ip: string, max: number, cap: number): boolean {
    return this.#counts.isFullFor(ip, max, cap);
  }

  add(one: T, ip: string): void {
    this.#ips.set(one, ip);
    this.#counts.add(ip);
  }

  /** The connection has authenticated or closed. A second call changes nothing. */
  delete(one: T): void {
    const ip = this.#ips.get(one);
    if (ip === undefined) return;
    this.#ips.delete(one);
    this.#counts.subtract(ip);
  }
}
