import type { Database } from '#platform/server/database/database.ts';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import type { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Config } from '../config.ts';
import type { UsageReader } from './read-usage.ts';

/** The directory's database as the servers' role, and the numbers of its markets. */
export type OperatorConnection = { control: Database['pool']; usage: UsageReader };

export type OperatorContext = {
  config: Config;
  directory: MarketDirectory;
  clock: Clock;
  limits: RateLimiter;
  /** Where operators reach the page, without a path. */
  origin: string;
  /** Null: this deployment has no directory yet. */
  connection: () => Promise<OperatorConnection | null>;
  sendLink: (to: string, token: string) => Promise<void>;
  /** Carries requests out, in another process; null: the deployment has a command for that. */
  runCommand: (() => Promise<void>) | null;
};
