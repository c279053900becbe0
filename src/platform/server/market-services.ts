import type { MarketIdentity } from './markets/market-identity.ts';
import type { CacheShare } from './budgets/cache-budget.ts';
import type { TaskQueue } from './budgets/market-queue.ts';
import type { MarketTurn } from './budgets/market-turns.ts';
import type { SlotShare } from './budgets/slot-budget.ts';
import type { SocketShare } from './budgets/socket-budget.ts';
import type { Logger } from './http/create-http-server.ts';
import type { ImageEncoder } from './images/reencode-image.ts';
import type { MailTransportsOfMarket } from './mail/mail-transports.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SharedCounts } from './rate-limits/shared-rate-limiter.ts';

export { type MarketIdentity, marketAlone } from './markets/market-identity.ts';

/** The market's share of what its process has once. Each share is bounded, and markets take turns. */
export type MarketServices = {
  readonly market: MarketIdentity;
  readonly metrics: Metrics;
  readonly images: ImageEncoder;
  /** Hashes of passwords. */
  readonly passwords: TaskQueue;
  /** Images for link previews. */
  readonly shareImages: TaskQueue;
  /** Tokens of sockets. */
  readonly socketVerifications: TaskQueue;
  /** Uploads that arrive. */
  readonly uploads: Pick<SlotShare, 'enter'>;
  readonly sockets: SocketShare;
  /** Requests that work in the database. */
  readonly turn: Pick<MarketTurn, 'run'>;
  /** The bytes that caches of responses may keep, and those of images for link previews among them. */
  readonly caches: CacheShare;
  readonly shareImageCaches: CacheShare;
  readonly mail: MailTransportsOfMarket;
  /** The counts of limits that processes share, over the one connection of this process. */
  countsInRedis(options: { url: string; secret: string; log: Logger }): Promise<SharedCounts>;
  /** Gives back what the market holds. The services of the process go on. */
  close(): Promise<void>;
};
