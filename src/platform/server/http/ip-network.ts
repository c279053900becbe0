import ipaddr from 'ipaddr.js';

/** A client with one IPv6 address has the 2^64 of its network, which counts as one. */
export function toIpNetwork(sender: string): string {
  const text = sender.replace(/%.*$/, '');
  if (!ipaddr.IPv6.isValid(text)) return text;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return prefixOf(address, 64);
}

/** The networks of a sender with their shares: a /56 or a /48 has 256 or 65,536 of the smallest networks. */
export function toIpNetworks(sender: string): { network: string; share: number }[] {
  const network = toIpNetwork(sender);
  const single = { network, share: 1 };
  if (!network.endsWith('/64')) return [single];
  const address = ipaddr.IPv6.parse(network.slice(0, -3));
  return [
    single,
    { network: prefixOf(address, 56), share: 4 },
    { network: prefixOf(address, 48), share: 16 },
  ];
}

/** The same networks as groups of a queue, the widest first: one /48 does not count as many senders. */
export const toQueueGroups = (sender: string): string[] =>
  toIpNetworks(sender)
    .map(({ network }) => network)
    .toReversed();

function prefixOf(address: ipaddr.IPv6, bits: 48 | 56 | 64): string {
  const groups = address.parts.slice(0, 4);
  if (bits === 48) groups[3] = 0;
  if (bits === 56) groups[3]! &= 0xff00;
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
