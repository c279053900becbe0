import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toIpNetworks } from './ip-network.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/** The limit of a /56 or a /48 as a multiple of one address's limit. */
const MAX_SHARE = 2;

const releases = new WeakMap<Duplex, () => void>();

/** No network opens all connections of the server. Those of a trusted proxy are of many users. */
export function limitConnections(
  server: Server,
  { maxPerIp, trustedProxies }: { maxPerIp: number; trustedProxies: readonly string[] },
): void {
  const counts = new Map<string, number>();
  const isFromProxy = createProxyCheck(trustedProxies);
  server.on('connection', (socket: Socket) => {
    // It was reset before it was accepted.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    if (isFromProxy(socket)) return;
    const networks = toIpNetworks(socket.remoteAddress);
    const isFull = networks.some(
      ({ network, share }) => (counts.get(network) ?? 0) >= maxPerIp * Math.min(share, MAX_SHARE),
    );
    if (isFull) return void socket.destroy();
    for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
    const release = () => {
      if (!releases.delete(socket)) return;
      for (const { network } of networks) {
        const left = counts.get(network)! - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      }
    };
    releases.set(socket, release);
    socket.once('close', release);
  });
}

/** The connection has its own limits from now on: it is a web socket. */
export const releaseConnection = (socket: Duplex): void => releases.get(socket)?.();
