import { expect, it } from 'vitest';
import { decideDelivery } from './decide-delivery.ts';

const settings = { emailVerified: true, hasDevice: true, pushWanted: true, mailWanted: 'daily' } as const;
const match = { isExact: true, isHeld: false, isSellerVerified: true };
const others = { ...match, isExact: false };
const held = { ...match, isHeld: true };
const unverified = { ...match, isSellerVerified: false };

it.each([
  ['an exact ISBN', {}, match, true, null],
  ['another match', {}, others, false, 'daily'],
  ['no device', { hasDevice: false }, match, false, 'daily'],
  ['push that is off', { pushWanted: false }, match, false, 'daily'],
  ['emails at once', { mailWanted: 'at-once' }, match, true, 'at-once'],
  ['emails at once of another match', { mailWanted: 'at-once' }, others, false, 'at-once'],
  ['a seller without a verified email', {}, unverified, true, null],
  ['such a seller, and emails at once', { mailWanted: 'at-once' }, unverified, true, 'daily'],
  ['another match with emails off', { mailWanted: 'off' }, others, true, null],
  ['another match with an unverified address', { emailVerified: false }, others, true, null],
  ['enough messages of it', {}, held, false, 'daily'],
  ['enough messages of it, and emails at once', { mailWanted: 'at-once' }, held, false, 'daily'],
  ['enough messages of it, with emails off', { mailWanted: 'off' }, held, false, null],
  ['enough messages of it, with an unverified address', { emailVerified: false }, held, false, null],
  ['everything off', { pushWanted: false, mailWanted: 'off' }, match, false, null],
] as const)('decides for %s', (_, changes, facts, push, mail) => {
  expect(decideDelivery({ ...settings, ...changes }, facts)).toEqual({ push, mail });
});
