import { expect, it } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { student, toCookieHeader, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36';
const signIn = (cookie = '', password = student.password) =>
  accounts.signIn({ password }, { cookie, headers: { 'user-agent': PHONE } });

it('a sign-in from a new browser is mailed to a verified address only, once for the browser', async () => {
  const { cookie } = await accounts.signUp();
  accounts.mailed.length = 0;
  expect((await signIn()).statusCode).toBe(200);
  await accounts.verifyEmails();
  await signIn(cookie);
  await signIn('', 'wrong horse');
  expect(accounts.mailed).toEqual([]);
  const phone = toCookieHeader(await signIn());
  expect(accounts.mailed).toMatchObject([
    { to: student.email, subject: 'New sign-in to your BookSwap account' },
  ]);
  expect(accounts.mailed[0]!.text).toContain('on a new device: Chrome on Android.');
  expect(accounts.mailed[0]!.text).not.toContain(student.name);
  await signIn(phone);
  expect(accounts.mailed).toHaveLength(1);
});

it('strangers who request password resets neither hide a new device nor delay the links of a known one', async () => {
  const { cookie } = await accounts.signUp();
  await accounts.verifyEmails();
  const requestReset = (from: string, known = '') =>
    accounts.post('forgot-password', { email: student.email }, { from, cookie: known });
  for (let time = 0; time < 15; time += 1) await requestReset(`10.0.${time}.1`);
  accounts.mailed.length = 0;
  await signIn();
  expect(accounts.mailed.map(({ subject }) => subject)).toEqual(['New sign-in to your BookSwap account']);
  for (let time = 0; time < 5; time += 1) {
    accounts.mailed.length = 0;
    expect((await requestReset('10.0.99.1', cookie)).statusCode).toBe(202);
    expect(accounts.mailed.at(-1)!.subject).toBe('Reset your BookSwap password');
  }
});

it('more than ten new devices in an hour are one more email, which says so', async () => {
  await accounts.signUp();
  await accounts.verifyEmails();
  accounts.mailed.length = 0;
  for (let time = 0; time < 14; time += 1) expect((await signIn()).statusCode).toBe(200);
  const subjects = accounts.mailed.map(({ subject }) => subject);
  expect(subjects).toHaveLength(11);
  expect(subjects.at(-1)).toBe('Several new sign-ins to your BookSwap account');
  accounts.clock.advance(HOUR_MS);
  await signIn();
  expect(accounts.mailed.at(-1)!.subject).toBe('New sign-in to your BookSwap account');
});
