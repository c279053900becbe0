import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createAddressLimits } from './address-limits.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    method: 'GET',
    url: '/api/books',
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const open = () => createAddressLimits({ clock: new TestClock(), trustedProxies: ['10.0.0.0/8'] });
const POINTS = 20_000;

it('an address has 20,000 requests a minute, and the header of a proxy changes nothing', () => {
  const limit = open();
  for (let count = 0; count < POINTS; count += 1)
    expect(limit(request('198.51.100.7', `192.0.2.${count % 250}`))).toBe(0);
  expect(limit(request('198.51.100.7'))).toBe(1);
  expect(limit(request('10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2'))).toBe(1);
  expect(limit(request('10.0.0.1', '198.51.100.7, 203.0.113.9'))).toBe(0);
});

it('the addresses of an IPv6 network count together, and a refused request takes nothing', () => {
  const limit = open();
  for (let count = 0; count < POINTS; count += 1) limit(request(`2001:db8::${(count % 4_000).toString(16)}`));
  expect(limit(request('2001:db8::ffff'))).toBe(1);
  // Three more of the /64 networks are all of the /56.
  for (const network of [1, 2, 3])
    for (let count = 0; count < POINTS; count += 1)
      expect(limit(request(`2001:db8:0:${network}::1`))).toBe(0);
  expect(limit(request('2001:db8:0:4::1'))).toBe(1);
  expect(limit(request('2001:db8:0:100::1'))).toBe(0);
});

it('sign-ins count in every spelling that the router reads', () => {
  const limit = open();
  const signIn = (url: string, remoteAddress = '198.51.100.7') =>
    limit({ ...request(remoteAddress), method: 'POST', url } as IncomingMessage);
  const spellings = [
    '/api/auth/sign-in/email',
    '/api/auth/%73ign-in/email',
    '/%61pi/auth/sign-up/email?x=1',
    'http://campus.example/api/auth/sign-in/email',
  ];
  for (let count = 0; count < 60; count += 1) expect(signIn(spellings[count % 4]!)).toBe(0);
  for (const spelling of spellings) expect(signIn(spelling)).toBeGreaterThan(0);
  expect(signIn('/api/auth/%zz')).toBe(0);
});
