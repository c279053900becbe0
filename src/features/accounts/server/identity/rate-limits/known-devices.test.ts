import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  deviceCookie,
  student,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();

type Options = { cookie?: string; from?: string };
const signIn = async (password: string, options: Options = {}) =>
  (await accounts.signIn({ password }, options)).statusCode;

/** Guesses from a hundred networks, until no unknown browser can sign in. */
async function guessFromManyNetworks(): Promise<void> {
  for (let network = 0; network <= 100; network += 1) await signIn('a guess', { from: `10.0.${network}.1` });
  expect(await signIn(student.password, { from: '10.1.0.1' })).toBe(429);
}

describe('guesses from many networks', () => {
  it('do not keep the owner out who has opened the mailed link that verifies the email', async () => {
    const { token } = await accounts.signUp();
    const verified = await accounts.post('verify-email', { token: accounts.mailedToken() }, { token });
    await guessFromManyNetworks();
    const cookie = deviceCookie(verified);
    expect(await signIn(student.password, { cookie })).toBe(200);
  });

  it('from known devices leave every other one its sign-ins, and three wrong ones in a quarter of an hour', async () => {
    await accounts.signUp();
    const known: string[] = [];
    for (let time = 0; time < 12; time += 1) known.push(deviceCookie(await accounts.signIn()));
    for (const cookie of known.slice(0, 10))
      for (let guess = 0; guess < 10; guess += 1) await signIn('a guess', { cookie });
    for (let time = 0; time < 5; time += 1)
      expect(await signIn(student.password, { cookie: known[10]! })).toBe(200);
    for (const status of [401, 401, 401, 429])
      expect(await signIn('a guess', { cookie: known[11]! })).toBe(status);
  });
});

describe('a new password', () => {
  it('of a mailed link leaves only the browser known that has opened it, also after guesses from many networks', async () => {
    const former = deviceCookie((await accounts.signUp()).cookie);
    await guessFromManyNetworks();
    accounts.clock.advance(MINUTE_MS);
    await accounts.post('forgot-password', { email: student.email });
    const body = { token: accounts.mailedToken(), newPassword: 'another horse' };
    const reset = await accounts.post('reset-password', body);
    for (let time = 0; time < 5; time += 1)
      expect(await signIn('another horse', { cookie: deviceCookie(reset) })).toBe(200);
    for (let time = 0; time < 2; time += 1) await signIn('a guess', { from: '10.1.0.2' });
    expect(await signIn('another horse', { cookie: former })).toBe(429);
  });

  it('of a signed-in user leaves no browser known but theirs', async () => {
    const { token, cookie: former } = await accounts.signUp();
    accounts.clock.advance(MINUTE_MS);
    const passwords = { currentPassword: student.password, newPassword: 'another horse' };
    const changed = await accounts.post('change-password', passwords, { token, cookie: former });
    await guessFromManyNetworks();
    expect(await signIn('another horse', { cookie: deviceCookie(former) })).toBe(429);
    expect(await signIn('another horse', { cookie: deviceCookie(changed) })).toBe(200);
  });
});

const forgot = async ({ email = student.email, ...options }: Options & { email?: string } = {}) =>
  (await accounts.post('forgot-password', { email }, options)).statusCode;

/** A hundred networks request resets of the account. */
async function flood(requests: number): Promise<void> {
  for (let network = 0; network < 100; network += 1)
    for (let request = 0; request < requests; request += 1)
      expect(await forgot({ from: `10.0.${network}.1` })).toBe(202);
}

const openNewestLink = async () => {
  const body = { token: accounts.mailedToken(), newPassword: 'another horse' };
  return (await accounts.post('reset-password', body, { from: '10.9.0.1' })).statusCode;
};

describe('requests for a reset from many networks', () => {
  let cookie: string;
  beforeEach(async () => {
    ({ cookie } = await accounts.signUp());
    accounts.mailed.length = 0;
  });

  it('a hundred networks do not keep the owner from a reset on a new device in a new network', async () => {
    await flood(6);
    accounts.clock.advance(9 * MINUTE_MS);
    await flood(1);
    expect(await forgot({ from: '10.9.0.1' })).toBe(202);
    // A link of the last ten minutes is in the mailbox.
    expect(accounts.mailed).toHaveLength(16);
    expect(await openNewestLink()).toBe(200);
  });

  it('a hundred networks cause one email in ten minutes beyond fifteen an hour, so the newest link is young', async () => {
    for (let minute = 0; minute < 60; minute += 10) {
      await flood(1);
      accounts.clock.advance(10 * MINUTE_MS);
    }
    expect(accounts.mailed).toHaveLength(15 + 6);
    accounts.clock.advance(40 * MINUTE_MS);
    expect(await openNewestLink()).toBe(200);
  });

  it('each known device of a network has its resets, and then shares those of the account', async () => {
    const elsewhere = toCookieHeader(await accounts.signIn({}, { from: '10.9.0.1' }));
    await flood(1);
    for (const device of [cookie, elsewhere]) {
      accounts.mailed.length = 0;
      for (let time = 0; time < 7; time += 1)
        expect(await forgot({ from: '10.0.0.1', cookie: device })).toBe(202);
      expect(accounts.mailed).toHaveLength(5);
    }
  });

  it('one network has five resets of an account and a hundred of all accounts', async () => {
    for (let time = 0; time < 7; time += 1) expect(await forgot()).toBe(202);
    // The sixth is the one of these ten minutes.
    expect(accounts.mailed).toHaveLength(6);
    for (let time = 0; time < 95; time += 1)
      expect(await forgot({ email: `student${time}@northfield.edu` })).toBe(202);
    expect(await forgot({ email: 'another@northfield.edu' })).toBe(429);
    expect(await forgot({ email: 'another@northfield.edu', from: '10.9.0.1' })).toBe(202);
    accounts.clock.advance(HOUR_MS);
    expect(await forgot({ email: 'another@northfield.edu' })).toBe(202);
  });

  it('an email that could not be queued does not count', async () => {
    await flood(1);
    accounts.clock.advance(10 * MINUTE_MS);
    accounts.mailed.length = 0;
    await accounts.query('ALTER TABLE identity_email_tokens RENAME TO gone');
    expect(await forgot()).toBe(500);
    await accounts.query('ALTER TABLE gone RENAME TO identity_email_tokens');
    await forgot();
    expect(accounts.mailed).toHaveLength(1);
  });
});
