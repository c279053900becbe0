import type { CacheShare } from './budgets/cache-budget.ts';
import type { TaskQueue } from './budgets/market-queue.ts';
import type { SlotShare } from './budgets/slot-budget.ts';
import type { SocketShare } from './budgets/socket-budget.ts';
import type { Logger } from './http/create-http-server.ts';
import type { ImageEncoder } from './images/reencode-image.ts';
import type { MailTransportsOfMarket } from './mail/mail-transports.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SharedCounts } from './rate-limits/shared-rate-limiter.ts';

/** Which market it is, beside others in the process. */
export type MarketIdentity = {
  /** 1 is the market of an installation alone. Never changes, and is never used again. */
  number: number;
  name: string;
};

export const marketAlone: MarketIdentity = { number: 1, name: 'main' };

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
  /** The bytes that caches of responses may keep, and those of images for link previews among them. */
  readonly caches: CacheShare;
  readonly shareImageCaches: CacheShare;
  readonly mail: MailTransportsOfMarket;
  /** The counts of limits that processes share, over the one connection of this process. */
  countsInRedis(options: { url: string; secret: string; log: Logger }): Promise<SharedCounts>;
  /** Gives back what the market holds. The services of the process go on. */
  close(): Promise<void>;
};
