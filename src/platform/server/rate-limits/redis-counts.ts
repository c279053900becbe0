import { createHmac, randomUUID } from 'node:crypto';
import { Redis, ReplyError } from 'ioredis';
import { createOutageLog } from '../events/event-carrier.ts';
import type { Logger } from '../http/create-http-server.ts';
import type { Bucket, ConcurrencyLimit, SharedCounts } from './shared-rate-limiter.ts';

type RedisCountsOptions = { url: string; log: Pick<Logger, 'warn'> };

/** The one connection of a process to the counts of all markets. */
export type RedisCounts = {
  /** `secret`: that of the market. It hashes the keys of users and addresses, and separates markets. */
  openMarket(secret: string): SharedCounts;
  close(): void;
};

/** A slower response is not waited for. Less would also end connections while this process is busy. */
const COMMAND_TIMEOUT_MS = 500;
/** Commands under way. Beyond, the process counts alone instead of piling them up. */
const MAX_UNDERWAY = 1_000;
/** The time after which a slot is free again if its process has ended. */
const PLACE_TTL_MS = 30_000;

const connectionOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: 5_000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
};

/**
 * ARGV: now, points, and for each key its capacity and duration. Token buckets as in `token-bucket.ts`: all
 * keys give the points, or none. Returns the milliseconds to wait. The clocks of processes differ a little; a
 * time far ahead is of a clock that was set back since.
 */
const TAKE_SCRIPT = `
local now, points, wait, left, at = tonumber(ARGV[1]), tonumber(ARGV[2]), 0, {}, {}
for i, key in ipairs(KEYS) do
  local capacity, duration = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  local stored = redis.call('HMGET', key, 'points', 'at')
  at[i] = tonumber(stored[2]) or now
  if at[i] > now + 10000 then
    at[i] = now
    redis.call('HSET', key, 'at', now)
  end
  local passed = math.max(0, now - at[i])
  left[i] = math.min(capacity, (tonumber(stored[1]) or capacity) + passed * capacity / duration)
  wait = math.max(wait, math.ceil((points - left[i]) * duration / capacity))
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  redis.call('HSET', key, 'points', tostring(left[i] - points), 'at', math.max(now, at[i]))
  redis.call('PEXPIRE', key, tonumber(ARGV[2 + 2 * i]) + 1000)
end
return 0`;

/** ARGV: now, places, the time to live, an id. Returns 1 if there was a place. */
const ENTER_SCRIPT = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1] + ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

type Scripted = Redis & {
  takePoints(count: number, ...args: (string | number)[]): Promise<number>;
  enterPlace(key: string, ...args: (string | number)[]): Promise<number>;
};

/** Counts in Redis, each by one script. While Redis is away, every count is null at once. */
export function openRedisCounts({ url, log }: RedisCountsOptions): RedisCounts {
  const redis = new Redis(url, connectionOptions) as Scripted;
  redis.defineCommand('takePoints', { lua: TAKE_SCRIPT });
  redis.defineCommand('enterPlace', { lua: ENTER_SCRIPT, numberOfKeys: 1 });
  const outage = createOutageLog((error) =>
    log.warn({ err: error }, 'limits are counted by this process alone: it has lost its Redis'),
  );
  redis.on('error', outage.failed);
  redis.on('ready', outage.recovered);
  redis.connect().catch(outage.failed);
  let underway = 0;
  /** The connection has stopped answering and is being replaced: no command waits for it. */
  let isBroken = false;
  redis.on('close', () => (isBroken = false));

  const ask: Ask = async (command) => {
    if (redis.status !== 'ready' || isBroken || underway >= MAX_UNDERWAY) return null;
    underway += 1;
    try {
      return await command();
    } catch (error) {
      outage.failed(error as Error);
      if (!(error instanceof ReplyError) && redis.status === 'ready' && !isBroken) {
        isBroken = true;
        redis.disconnect(true);
      }
      return null;
    } finally {
      underway -= 1;
    }
  };
  return {
    openMarket: (secret) => createCounts(redis, { secret, ask }),
    close: () => redis.disconnect(),
  };
}

type Ask = <T>(command: () => Promise<T>) => Promise<T | null>;

function createCounts(redis: Scripted, { secret, ask }: { secret: string; ask: Ask }): SharedCounts {
  const keyOf = (name: string, key: string) =>
    `bookswap:${name}:${createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22)}`;

  return {
    take: (buckets: readonly Bucket[], points, now) =>
      ask(() => {
        const keys = buckets.map(({ limit, key }) => keyOf(limit.name, key));
        const sizes = buckets.flatMap(({ limit }) => [limit.points, limit.durationMs]);
        return redis.takePoints(keys.length, ...keys, now.getTime(), points, ...sizes);
      }),
    async enter({ name, places }: ConcurrencyLimit, key, now) {
      const [id, place] = [randomUUID(), keyOf(name, key)];
      const entered = await ask(() => redis.enterPlace(place, now.getTime(), places, PLACE_TTL_MS, id));
      if (entered === null) return null;
      return entered === 1 ? () => void ask(() => redis.zrem(place, id)) : 'full';
    },
  };
}
