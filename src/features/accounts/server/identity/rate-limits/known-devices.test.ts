import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { somebody, toCookieHeader, useTestAccounts } from '#tests/support/server/test-accounts.ts';

const accounts = useTestAccounts();

type Options = { cookie?: string; from?: string; token?: string };
const post = (path: string, body: object, options: Options = {}) =>
  accounts.ask('POST', `/api/auth/${path}`, { body, ...options });
const signIn = (password: string, options: Options = {}) =>
  post('sign-in/email', { email: somebody.email, password }, options);

const deviceOf = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('known_device'))!;
const mailedToken = () => accounts.mailedToken();

/** Guesses from a hundred networks, until no unknown browser can sign in. */
async function guessFromManyNetworks(): Promise<void> {
  for (let network = 0; network <= 100; network += 1) await signIn('a guess', { from: `10.0.${network}.1` });
  expect((await signIn(somebody.password, { from: '10.1.0.1' })).statusCode).toBe(429);
}

describe('guesses from many networks', () => {
  it('do not keep the owner out who has chosen a new password by the mailed link', async () => {
    await accounts.signUp();
    await guessFromManyNetworks();
    await post('forgot-password', { email: somebody.email });
    const reset = await post('reset-password', { token: mailedToken(), newPassword: 'another horse' });
    expect(reset.statusCode).toBe(200);
    const cookie = deviceOf(toCookieHeader(reset));
    for (let time = 0; time < 5; time += 1)
      expect((await signIn('another horse', { cookie })).statusCode).toBe(200);
    // Others are still slowed down.
    expect((await signIn('another horse')).statusCode).toBe(429);
  });

  it('do not keep the owner out who has opened the mailed link that verifies the email', async () => {
    const { token } = await accounts.signUp();
    const verified = await post('verify-email', { token: mailedToken() }, { token });
    await guessFromManyNetworks();
    const cookie = deviceOf(toCookieHeader(verified));
    expect((await signIn(somebody.password, { cookie })).statusCode).toBe(200);
  });

  it('do not keep a known device out that wrong passwords from other known devices have slowed', async () => {
    const cookie = deviceOf((await accounts.signUp()).cookie);
    // A former owner of the password has made many browsers known.
    for (let time = 0; time < 11; time += 1) {
      accounts.clock.advance(MINUTE_MS);
      const device = deviceOf(toCookieHeader(await signIn(somebody.password)));
      for (let guess = 0; guess < 10; guess += 1) await signIn('a guess', { cookie: device });
    }
    for (let time = 0; time < 5; time += 1)
      expect((await signIn(somebody.password, { cookie })).statusCode).toBe(200);
  });

  it('leave every other known device three attempts in a quarter of an hour', async () => {
    await accounts.signUp();
    const known: string[] = [];
    for (let time = 0; time < 12; time += 1)
      known.push(deviceOf(toCookieHeader(await signIn(somebody.password))));
    for (const cookie of known.slice(0, 10))
      for (let guess = 0; guess < 10; guess += 1) await signIn('a guess', { cookie });
    const cookie = known[11]!;
    const statuses: number[] = [];
    for (let guess = 0; guess < 4; guess += 1)
      statuses.push((await signIn('a guess', { cookie })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});

describe('a new password', () => {
  const expectUnknown = async (cookie: string) => {
    await guessFromManyNetworks();
    expect((await signIn('another horse', { cookie })).statusCode).toBe(429);
  };

  it('of a mailed link leaves no browser known but the one that has opened it', async () => {
    const former = deviceOf((await accounts.signUp()).cookie);
    accounts.clock.advance(MINUTE_MS);
    await post('forgot-password', { email: somebody.email });
    const reset = await post('reset-password', { token: mailedToken(), newPassword: 'another horse' });
    await expectUnknown(former);
    const cookie = deviceOf(toCookieHeader(reset));
    expect((await signIn('another horse', { cookie })).statusCode).toBe(200);
  });

  it('of a signed-in user leaves no browser known but theirs', async () => {
    const { token, cookie: former } = await accounts.signUp();
    accounts.clock.advance(MINUTE_MS);
    const passwords = { currentPassword: somebody.password, newPassword: 'another horse' };
    const changed = await post('change-password', passwords, { token, cookie: former });
    await expectUnknown(deviceOf(former));
    const cookie = deviceOf(toCookieHeader(changed));
    expect((await signIn('another horse', { cookie })).statusCode).toBe(200);
  });
});

const forgot = (options: { from?: string; cookie?: string; email?: string } = {}) =>
  accounts.ask('POST', '/api/auth/forgot-password', {
    body: { email: options.email ?? somebody.email },
    ...options,
  });

/** A hundred networks request resets of the account. */
async function flood(requests: number): Promise<void> {
  for (let network = 0; network < 100; network += 1)
    for (let request = 0; request < requests; request += 1)
      expect((await forgot({ from: `10.0.${network}.1` })).statusCode).toBe(202);
}

const openNewestLink = (newPassword: string) => {
  const token = accounts.mailedToken();
  return accounts.ask('POST', '/api/auth/reset-password', { body: { token, newPassword }, from: '10.9.0.1' });
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
    expect((await forgot({ from: '10.9.0.1' })).statusCode).toBe(202);
    // A link of the last ten minutes is in the mailbox.
    expect(accounts.mailed).toHaveLength(16);
    expect((await openNewestLink('another horse')).statusCode).toBe(200);
  });

  it('a hundred networks cause one email in ten minutes beyond fifteen an hour, so the newest link is young', async () => {
    for (let minute = 0; minute < 60; minute += 10) {
      await flood(1);
      accounts.clock.advance(10 * MINUTE_MS);
    }
    expect(accounts.mailed).toHaveLength(15 + 6);
    accounts.clock.advance(40 * MINUTE_MS);
    expect((await openNewestLink('another horse')).statusCode).toBe(200);
  });

  it('each known device of a network has its resets, and then shares those of the account', async () => {
    const elsewhere = toCookieHeader(
      await accounts.ask('POST', '/api/auth/sign-in/email', { body: somebody, from: '10.9.0.1' }),
    );
    await flood(1);
    for (const device of [cookie, elsewhere]) {
      accounts.mailed.length = 0;
      for (let time = 0; time < 7; time += 1)
        expect((await forgot({ from: '10.0.0.1', cookie: device })).statusCode).toBe(202);
      expect(accounts.mailed).toHaveLength(5);
    }
  });

  it('one network has five resets of an account and a hundred of all accounts', async () => {
    for (let time = 0; time < 7; time += 1) expect((await forgot()).statusCode).toBe(202);
    // The sixth is the one of these ten minutes.
    expect(accounts.mailed).toHaveLength(6);
    for (let time = 0; time < 95; time += 1)
      expect((await forgot({ email: `student${time}@northfield.edu` })).statusCode).toBe(202);
    expect((await forgot({ email: 'another@northfield.edu' })).statusCode).toBe(429);
    expect((await forgot({ email: 'another@northfield.edu', from: '10.9.0.1' })).statusCode).toBe(202);
    accounts.clock.advance(HOUR_MS);
    expect((await forgot({ email: 'another@northfield.edu' })).statusCode).toBe(202);
  });

  it('an email that could not be queued does not count', async () => {
    await flood(1);
    accounts.clock.advance(10 * MINUTE_MS);
    accounts.mailed.length = 0;
    await accounts.query('ALTER TABLE identity_email_tokens RENAME TO gone');
    expect((await forgot()).statusCode).toBe(500);
    await accounts.query('ALTER TABLE gone RENAME TO identity_email_tokens');
    await forgot();
    expect(accounts.mailed).toHaveLength(1);
  });
});
