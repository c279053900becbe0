import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

/** The names that Fastify knows beside addresses and networks. */
const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether Fastify and `createProxyCheck` accept it: an IP address, a network or the name of one. */
export function isTrustedProxy(text: string): boolean {
  if (Object.hasOwn(namedNetworks, text)) return true;
  const [address, bits, ...rest] = text.split('/') as [string, ...string[]];
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  const length = toPrefixLength(bits);
  return length !== null && length > 0 && length <= (version === 6 ? 128 : 32) && isMaskOf(version, bits);
}

function toBlockList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of proxies.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address, bits] = one.split('/') as [string, string?];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, toPrefixLength(bits)!, family);
  }
  return list;
}

export function createProxyCheck(proxies: readonly string[]): (socket: Socket) => boolean {
  const isProxy = createAddressCheck(proxies);
  return ({ remoteAddress = '' }) => isProxy(remoteAddress);
}

function createAddressCheck(proxies: readonly string[]): (ip: string) => boolean {
  const list = toBlockList(proxies);
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** Returns a function for the IP address of a request's sender, which Fastify calls `request.ip`. */
export function createReadSender(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = createAddressCheck(proxies);
  return ({ socket: { remoteAddress = '' }, headers }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || !isProxy(remoteAddress)) return remoteAddress;
    const senders = String(forwarded)
      .split(',')
      .map((one) => one.trim());
    return senders.findLast((ip) => !isProxy(ip)) ?? senders[0]!;
  };
}

const isMaskOf = (version: number, bits: string) => version === 4 || !bits.includes('.');

/** Reads a prefix length from `8` or `255.0.0.0`; null for anything else. */
function toPrefixLength(bits: string): number | null {
  if (/^\d{1,3}$/.test(bits)) return Number(bits);
  return ipaddr.IPv4.isValidFourPartDecimal(bits)
    ? ipaddr.IPv4.parse(bits).prefixLengthFromSubnetMask()
    : null;
}
