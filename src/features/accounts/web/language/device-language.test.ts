import { expect, test } from 'vitest';
import { agreeOnLanguage } from './device-language.ts';

test.each([
  ["the account's choice comes to a new device", undefined, null, 'es', 'es'],
  ["and replaces the device's", undefined, 'de', 'es', 'es'],
  ["a device's choice becomes the account's, which had none", undefined, 'de', null, 'de'],
  ['nothing is chosen', undefined, null, null, null],
  ['both agree', 'es', 'es', 'es', 'es'],
  ['another device has chosen', 'es', 'es', 'de', 'de'],
  ['another device has chosen automatic', 'es', 'es', null, null],
  ['this device has chosen', 'es', 'de', 'es', 'de'],
  ['this device has chosen after automatic', null, 'de', null, 'de'],
  ['both have chosen', 'es', 'de', 'ar', 'de'],
  ['the browser has deleted the cookie', 'es', null, 'es', 'es'],
] as const)('%s', (_case, agreed, device, account, expected) =>
  expect(agreeOnLanguage({ agreed, device, account })).toBe(expected),
);
