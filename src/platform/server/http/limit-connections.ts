import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NetworkCounts } from './network-counts.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/** The limit of a /56 or a /48 as a multiple of one address's limit. */
const MAX_SHARE = 2;

const releases = new WeakMap<Duplex, () => void>();

/** No network opens all connections of the server. Those of a trusted proxy are of many users. */
export function limitConnections(
  server: Server,
  { maxPerIp, trustedProxies }: { maxPerIp: number; trustedProxies: readonly string[] },
): void {
  const counts = new NetworkCounts();
  const isFromProxy = createProxyCheck(trustedProxies);
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    // It was reset before it was accepted.
    if (ip === undefined) return void socket.destroy();
    if (isFromProxy(socket)) return;
    if (counts.isFullFor(ip, maxPerIp, maxPerIp * MAX_SHARE)) return void socket.destroy();
    counts.add(ip);
    const release = () => {
      if (releases.delete(socket)) counts.subtract(ip);
    };
    releases.set(socket, release);
    socket.once('close', release);
  });
}

/** The connection has its own limits from now on: it is a web socket. */
export const releaseConnection = (socket: Duplex): void => releases.get(socket)?.();
