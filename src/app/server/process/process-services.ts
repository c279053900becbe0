import type { MarketIdentity, MarketServices } from '#platform/server/market-services.ts';
import type { Config } from '../config.ts';

/** What a process has once, however many markets it serves. Its opener closes it, after every market. */
export type ProcessServices = {
  /** The share of a market that opens. Its `close` gives everything back. */
  openMarket(market: MarketIdentity): MarketServices;
  close(): Promise<void>;
};

/** The part of the configuration that is the same for all markets of a process. */
export type ProcessConfig = Pick<Config, 'maxSockets' | 'tracing' | 'redisUrl'>;

export async function createProcessServices(_config: ProcessConfig): Promise<ProcessServices> {
  return {
    openMarket: (market) => ({ market, close: async () => {} }),
    close: async () => {},
  };
}
