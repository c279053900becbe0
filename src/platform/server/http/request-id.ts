import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createProxyCheck } from './trusted-proxies.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** UUIDs and other hexadecimal ids: neither a name nor an address fits, and nothing to inject into a log. */
const SAFE_REQUEST_ID = /^[0-9a-f][0-9a-f-]{14,62}[0-9a-f]$/i;

/** The request that is being handled: its id is part of every log line. */
const currentRequestId = new AsyncLocalStorage<string>();

export const runWithRequestId = <T>(requestId: string, work: () => T): T =>
  currentRequestId.run(requestId, work);

/** For each line of the log. */
export function requestIdField(): { requestId?: string } {
  const requestId = currentRequestId.getStore();
  return requestId === undefined ? {} : { requestId };
}

/** Takes the id that a trusted proxy has given to the request; otherwise makes one. */
export function createRequestIdReader(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isFromProxy = createProxyCheck(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    if (typeof given !== 'string' || !SAFE_REQUEST_ID.test(given)) return randomUUID();
    return isFromProxy(socket) ? given : randomUUID();
  };
}
