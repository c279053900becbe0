import { isIPv6 } from 'node:net';

/**
 * A client with one IPv6 address has the 2^64 of its network, so they count as one. Any other address counts
 * alone.
 */
export function toIpNetwork(sender: string): string {
  const address = sender.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [front, back] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const left = front!.length + (back?.length ?? 0);
  const groups = [...front!, ...Array.from({ length: 8 - left }, () => '0'), ...(back ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
