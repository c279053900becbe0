import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyCheck } from './trusted-proxies.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** UUIDs and other hexadecimal ids: neither a name nor an address fits, and nothing to inject into a log. */
const SAFE_REQUEST_ID = /^[0-9a-f][0-9a-f-]{14,62}[0-9a-f]$/i;

const COUNT_DIGITS = 12;

/** The request that is being handled: its id is part of every log line. */
const currentRequestId = new AsyncLocalStorage<string>();

export const runWithRequestId = <T>(requestId: string, work: () => T): T =>
  currentRequestId.run(requestId, work);

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
    if (typeof given !== 'string' || !SAFE_REQUEST_ID.test(given)) return nextIdOf(socket);
    return isFromProxy(socket) ? given : nextIdOf(socket);
  };
}

/** What the ids of a connection begin with, and how many it has. */
const series = new WeakMap<Socket, { prefix: string; count: number }>();

/** A UUID whose last part counts: random numbers for each connection, not for each request. */
function nextIdOf(socket: Socket): string {
  const ids = series.get(socket) ?? { prefix: randomUUID().slice(0, -COUNT_DIGITS), count: 0 };
  if (ids.count === 0) series.set(socket, ids);
  ids.count += 1;
  return ids.prefix + ids.count.toString(16).padStart(COUNT_DIGITS, '0');
}
