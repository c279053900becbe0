import type { Config } from '../../server/config.ts';
import { failed, type Finding, ok, toFailureReason } from './finding.ts';

const CONNECT_TIMEOUT_MS = 5_000;

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  });
  let lastError: unknown;
  redis.on('error', (error) => (lastError = error));
  try {
    await redis.connect();
    await redis.ping();
    return [ok('redis', 'It responds.')];
  } catch (error) {
    const advice = 'Check REDIS_URL and that Redis runs. Changes come up to five seconds late until then.';
    return [failed('redis', `It cannot be used: ${toFailureReason(lastError ?? error)}.`, advice)];
  } finally {
    redis.disconnect();
  }
}
