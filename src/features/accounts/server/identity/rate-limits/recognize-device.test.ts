import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  openTestAccounts,
  somebody,
  type TestAccounts,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';

let door: TestAccounts;
beforeEach(async () => {
  door = await openTestAccounts();
});
afterEach(() => door.close());

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36';
const signIn = (cookie = '', password = somebody.password) =>
  door.ask('POST', '/api/auth/sign-in/email', {
    body: { email: somebody.email, password },
    headers: { 'user-agent': PHONE },
    ...(cookie !== '' && { cookie }),
  });
const verifyEmail = () => door.context.database.pool.query('UPDATE identity_users SET email_verified = true');

it('a sign-in from a new browser is mailed to the verified address, once for the browser', async () => {
  const { cookie } = await door.signUp();
  await verifyEmail();
  door.mailed.length = 0;
  await signIn(cookie);
  await signIn('', 'wrong horse');
  expect(door.mailed).toEqual([]);
  const phone = toCookieHeader(await signIn());
  expect(door.mailed).toMatchObject([
    { to: somebody.email, subject: 'New sign-in to your BookSwap account' },
  ]);
  expect(door.mailed[0]!.text).toContain('on a new device: Chrome on Android.');
  expect(door.mailed[0]!.text).not.toContain(somebody.name);
  await signIn(phone);
  expect(door.mailed).toHaveLength(1);
});

it('nothing is mailed to an address that nobody has verified', async () => {
  await door.signUp();
  door.mailed.length = 0;
  expect((await signIn()).statusCode).toBe(200);
  expect(door.mailed).toEqual([]);
});
