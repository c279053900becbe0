import ipaddr from 'ipaddr.js';

/**
 * A client with one IPv6 address has the 2^64 of its network, so they count as one. Any other address counts
 * alone.
 */
export function toIpNetwork(sender: string): string {
  const text = sender.replace(/%.*$/, '');
  if (!ipaddr.IPv6.isValid(text)) return text;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
