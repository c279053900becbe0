import { isIPv6 } from 'node:net';

/** Whoever has one address of IPv6 has the 2^64 of its network: they are one. Any other address stands for itself. */
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
