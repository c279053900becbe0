import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { isIP, type Socket } from 'node:net';
import { toHostName } from '../markets/market-directory.ts';

export type HostRefusal = 'ambiguous-host' | 'unknown-host';
export type HostCheck = (request: IncomingMessage) => HostRefusal | null;

/** Monitoring and load balancers ask by any name or address. */
export const MONITORING_PATHS: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/readyz/process',
  '/metrics',
]);

const MONITORING_URL = /^\/(healthz|readyz(\/process)?|metrics)(\?|$)/;
export const isMonitoring = (request: IncomingMessage): boolean => MONITORING_URL.test(request.url!);

/**
 * Refuses two `Host` headers, of which a proxy may read the other, and foreign names: a page of another site
 * whose name resolves to this machine (DNS rebinding) would be of the same origin. `ownNames`: hosts without
 * a port, besides loopback names and this machine's addresses.
 */
export function createHostCheck(ownNames: readonly string[]): HostCheck {
  const names = new Set(ownNames.map(toHostName));
  /** The host that each connection last named and may name: its requests mostly name the same one. */
  const accepted = new WeakMap<Socket, string>();
  return (request) => {
    if (hasTwoHosts(request.rawHeaders)) return 'ambiguous-host';
    const { host = '' } = request.headers;
    if (accepted.get(request.socket) === host) return null;
    if (isMonitoring(request)) return null;
    const name = toHostName(host);
    if (!isLoopbackName(name) && !names.has(name) && !isOwnAddress(name, request)) return 'unknown-host';
    accepted.set(request.socket, host);
    return null;
  };
}

/** Node keeps the first of several and drops the others. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** An IPv6 address may be in brackets, as in a URL. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

export function isOwnAddress(name: string, { socket }: IncomingMessage): boolean {
  if (isIP(name) === 0) return false;
  const asked = ipaddr.process(name).toString();
  const isAsked = (address: string | undefined) =>
    address !== undefined && isIP(address) !== 0 && ipaddr.process(address).toString() === asked;
  // The address that the connection came to is own; another one only behind a translation of addresses.
  if (isAsked(socket.localAddress)) return true;
  return Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => isAsked(address)));
}
