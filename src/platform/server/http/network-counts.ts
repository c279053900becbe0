import { toIpNetworks } from './ip-network.ts';

export class NetworkCounts {
  readonly #counts = new Map<string, number>();

  /** Whether one of the address's networks has its share: `max` for the smallest, `cap` for any. */
  isFullFor(ip: string, max: number, cap = Infinity): boolean {
    return toIpNetworks(ip).some(
      ({ network, share }) => this.#countOf(network) >= Math.min(max * share, Math.max(max, cap)),
    );
  }

  add(ip: string): void {
    for (const { network } of toIpNetworks(ip)) this.#counts.set(network, this.#countOf(network) + 1);
  }

  subtract(ip: string): void {
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
