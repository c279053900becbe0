import { toIpNetworks } from '../http/ip-network.ts';

/** Unauthenticated connections, counted by the networks of their IP addresses. */
export class UnauthenticatedConnections<T extends object> {
  readonly #ips = new Map<T, string>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#ips.size;
  }

  /** Whether one of the address's networks has its share of connections, `max` for the smallest. */
  isFullFor(ip: string, max: number): boolean {
    return toIpNetworks(ip).some(({ network, share }) => this.#countOf(network) >= max * share);
  }

  add(one: T, ip: string): void {
    this.#ips.set(one, ip);
    for (const { network } of toIpNetworks(ip)) this.#counts.set(network, this.#countOf(network) + 1);
  }

  /** The connection has authenticated or closed. A second call changes nothing. */
  delete(one: T): void {
    const ip = this.#ips.get(one);
    if (ip === undefined) return;
    this.#ips.delete(one);
    for (const { network } of toIpNetworks(ip)) {
      const left = this.#countOf(network) - 1;
      if (left === 0) this.#counts.delete(network);
      else this.#counts.set(network, left);
    }
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0;
  }
}
