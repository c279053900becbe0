import type { FastifyInstance } from 'fastify';

/** A connection that has sent no request yet may be about to. */
export const QUIET_MS = 100;

/** Makes every further response end its connection, so that proxies and browsers open the next one elsewhere. */
export function drainHttp({ fastPath, openRequests }: FastifyInstance): void {
  fastPath.close();
  openRequests.drain();
}

/**
 * Stops accepting connections, and cuts what is still being answered after `limitMs`. A server that never listened
 * has no connections: the requests that were passed to it end first.
 */
export async function closeHttp(http: FastifyInstance, limitMs: number): Promise<void> {
  const settled = http.openRequests.settled(QUIET_MS, limitMs);
  if (!http.server.listening) await settled;
  const closed = http.close();
  await Promise.race([closed, settled]);
  const requests = http.openRequests.list();
  if (requests.length > 0) http.log.warn({ requests }, 'requests took too long and were cut off');
  http.openRequests.cut();
  http.server.closeAllConnections();
  await closed;
}
