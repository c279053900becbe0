import { expect, it } from 'vitest';
import { toIpNetwork } from './ip-network.ts';

it('treats an IPv4 address as one sender, however it is written', () => {
  expect(toIpNetwork('192.0.2.7')).toBe('192.0.2.7');
  expect(toIpNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(toIpNetwork('::ffff:c000:207')).toBe('192.0.2.7');
});

it('treats an IPv6 network of 64 bits as one sender', () => {
  const written = ['2001:db8:0:7::1', '2001:0DB8::7:ffff:1:2:3', '2001:db8:0:7:1:2:3:4%eth0'];
  expect(new Set(written.map(toIpNetwork))).toEqual(new Set(['2001:db8:0:7::/64']));
  expect(toIpNetwork('2001:db8:0:8::1')).not.toBe(toIpNetwork('2001:db8:0:7::1'));
});

it('leaves text that is no IP address as it is', () => {
  expect(['', 'unknown', '7', '1.2'].map(toIpNetwork)).toEqual(['', 'unknown', '7', '1.2']);
});
