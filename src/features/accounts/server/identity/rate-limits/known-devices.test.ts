import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  type TestAccounts,
  openTestAccounts,
  somebody,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';

let accounts: TestAccounts;
beforeEach(async () => {
  accounts = await openTestAccounts();
});
afterEach(() => accounts.close());

type Options = { cookie?: string; from?: string; token?: string };
const post = (path: string, body: object, options: Options = {}) =>
  accounts.ask('POST', `/api/auth/${path}`, { body, ...options });
const signIn = (password: string, options: Options = {}) =>
  post('sign-in/email', { email: somebody.email, password }, options);

const deviceOf = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('known_device'))!;
const mailedToken = () => /token=([\w-]{43})\n/.exec(accounts.mailed.at(-1)!.text)![1];

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
