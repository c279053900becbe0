import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { socketLimits } from '../socket/socket-limits.ts';
import { limitConnections } from './limit-connections.ts';

export type ServerBounds = {
  /** The time without a byte after which a request body or a response is given up. */
  stallMs: number;
  maxConnections: number;
  /** The most connections of an IP address. An IPv6 address also counts for its /56 and /48, with twice as many. */
  maxConnectionsPerIp: number;
};

/** Connections of requests beside those of web sockets, and how many of them one address may have. */
const REQUEST_CONNECTIONS = 4_000;
const MAX_REQUEST_CONNECTIONS_PER_IP = 3_000;

/** However many web sockets are open or turned away, requests have connections of their own. */
export function connectionBounds(maxSockets: number): Omit<ServerBounds, 'stallMs'> {
  const maxConnections = maxSockets + socketLimits.maxTurnedAway + REQUEST_CONNECTIONS;
  return {
    maxConnections,
    maxConnectionsPerIp: Math.min(Math.ceil(maxConnections / 4), MAX_REQUEST_CONNECTIONS_PER_IP),
  };
}

const bounds: ServerBounds = { stallMs: 30_000, ...connectionBounds(10_000) };

/** An HTTP server that gives up what stalls, and has a bounded number of connections for everyone. */
export function createBoundedServer(
  handler: RequestListener,
  { trustedProxies, ...given }: { trustedProxies: readonly string[] } & Partial<ServerBounds>,
): Server {
  const { stallMs, maxConnections, maxConnectionsPerIp } = { ...bounds, ...given };
  // Long enough for ten megabytes over a slow phone; other requests have the shorter `handlerTimeout`.
  const times = { requestTimeout: 200_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 };
  const server = createServer(times, (request, response) => {
    if (hasBody(request)) boundBody(request, response, stallMs);
    response.on('timeout', endStalledResponse);
    handler(request, response);
  });
  // Ends a connection without activity; Node waits for the next request as long as `keepAliveTimeout`.
  server.timeout = stallMs;
  server.maxConnections = maxConnections;
  limitConnections(server, { maxPerIp: maxConnectionsPerIp, trustedProxies });
  return server;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function boundBody(request: IncomingMessage, response: ServerResponse, stallMs: number): void {
  request.on('timeout', () => endStalledRequest(request, response));
  // A request that is refused early: Node would wait for its body as long as for a next request.
  response.on('finish', () => !request.complete && request.socket.setTimeout(stallMs));
}

/** The rest of the body does not arrive. Node limits the whole request, which must be long for photos. */
function endStalledRequest({ socket }: IncomingMessage, response: ServerResponse): void {
  // A second response would be read as that of the next request.
  if (response.headersSent) return void socket.destroy();
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}

/** The client does not read the response. Without one the handler is still at work. */
function endStalledResponse(this: ServerResponse, socket: Socket): void {
  if (this.writableLength > 0) socket.destroy();
}
