import { ApiError } from '#platform/web/transport.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 4_000;
const MAX_TOTAL_PAUSE_MS = 15_000;

/**
 * Retries for about 15 seconds while the server is unavailable. Server and connection failures count as
 * that unless `onlyUnavailable`. Null if no response comes in time, or one that a retry would not change.
 */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  { onlyUnavailable }: { onlyUnavailable: boolean },
): Promise<T | null> {
  let pauseMs = FIRST_PAUSE_MS;
  let leftMs = MAX_TOTAL_PAUSE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (leftMs === 0 || !isWorthRetrying(error, onlyUnavailable)) return null;
      const currentMs = Math.min(Math.max(pauseMs, retryAfterMs(error)), leftMs);
      await new Promise((resolve) => setTimeout(resolve, currentMs));
      leftMs -= currentMs;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
}

function isWorthRetrying(error: unknown, onlyUnavailable: boolean): boolean {
  if (!(error instanceof ApiError)) return !onlyUnavailable;
  // 401: the server was too unavailable to give out the token that was to be sent along.
  if ([401, 503].includes(error.status)) return true;
  return error.status >= 500 && !onlyUnavailable;
}

const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
