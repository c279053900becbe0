import { beforeEach, describe, expect, it } from 'vitest';
import {
  openTestAccounts,
  outcome,
  student,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();

const sessionPair = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('session_token'))!;
const tokenIn = (cookie: string) => decodeURIComponent(sessionPair(cookie).split('=')[1]!).split('.')[0]!;
const storedTokens = async () =>
  (await accounts.query('SELECT token FROM identity_sessions')).rows.map(({ token }) => token as string);

describe('a session token', () => {
  it('is stored as its hash alone, and what is stored opens nothing', async () => {
    const { cookie } = await accounts.signUp();
    const [stored] = await storedTokens();
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    const sign = (token: string) => sessionPair(cookie).replace(tokenIn(cookie), token);
    expect(await accounts.tokenStatus(sign(stored!))).toBe(401);
    expect(await accounts.tokenStatus(cookie)).toBe(200);
    const signedIn = toCookieHeader(await accounts.signIn());
    expect(await accounts.tokenStatus(signedIn)).toBe(200);
    for (const token of [cookie, signedIn].map(tokenIn)) expect(await storedTokens()).not.toContain(token);
    await accounts.post('sign-out', {}, { cookie: signedIn });
    expect([await accounts.tokenStatus(signedIn), (await storedTokens()).length]).toEqual([401, 1]);
  });

  it('is renewed with the same cookie while the session is used', async () => {
    const { cookie } = await accounts.signUp();
    await accounts.query(`UPDATE identity_sessions SET expires_at = expires_at - interval '2 days'`);
    const renewed = await accounts.ask('GET', '/api/auth/get-session', { cookie });
    expect(sessionPair(toCookieHeader(renewed))).toBe(sessionPair(cookie));
  });
});

describe('a session', () => {
  const age = (days: number) =>
    accounts.query(`UPDATE identity_sessions SET created_at = created_at - $1 * interval '1 day'`, [days]);

  it('ends after 90 days, even if it is used every day', async () => {
    // Better Auth writes the times of sessions by the clock of the machine.
    accounts.clock.advance(Date.now() - accounts.clock.now().getTime());
    const { cookie, token } = await accounts.signUp();
    await age(89);
    expect(await accounts.tokenStatus(cookie)).toBe(200);
    await age(2);
    const { json } = await accounts.ask('GET', '/api/users/me/sessions', { token });
    expect(json()).toEqual([]);
    expect(await accounts.tokenStatus(cookie)).toBe(401);
    const ended = await accounts.ask('GET', '/api/auth/get-session', { cookie });
    expect([ended.json(), ended.cookies[0]]).toMatchObject([null, { maxAge: 0 }]);
    await accounts.context.jobs.runNow('purge-expired-identities');
    expect(await storedTokens()).toEqual([]);
  });
});

it.each([
  '/api/auth/get-session',
  '/api/auth/token',
  '/api/%61uth/token',
  '/api/auth/toke%6E',
  'http://127.0.0.1:3000/api/auth/token',
])('two session cookies in one request of %s are refused', async (url) => {
  const { cookie } = await accounts.signUp();
  const twice = `${cookie}; ${sessionPair(cookie)}`;
  expect(outcome(await accounts.ask('GET', url, { cookie: twice }))).toEqual([400, 'two-session-cookies']);
  expect((await accounts.post('sign-out', {}, { cookie: twice })).statusCode).toBe(400);
  expect(await accounts.tokenStatus(cookie)).toBe(200);
});

describe('over https', () => {
  beforeEach(async () => {
    await accounts.close();
    Object.assign(accounts, await openTestAccounts({ publicUrl: 'https://books.example.edu' }));
  });

  it('every cookie is one of the host alone', async () => {
    const signedUp = await accounts.post('sign-up/email', student);
    const written = [signedUp.headers['set-cookie']].flat();
    const isHidden = (line: unknown) => String(line).includes('HttpOnly');
    expect(written.filter((line) => !isHidden(line))).toEqual([
      '__Host-bookswap.signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    ]);
    const hidden = written.filter(isHidden);
    expect(hidden).toHaveLength(2);
    for (const line of hidden)
      expect(line).toMatch(
        /^__Host-bookswap\.\w+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    expect(await accounts.tokenStatus(toCookieHeader(signedUp))).toBe(200);
  });

  it('a cookie with the former name is ignored, and not counted', async () => {
    const { cookie } = await accounts.signUp();
    const former = sessionPair(cookie).replace('__Host-', '__Secure-');
    expect(await accounts.tokenStatus(former)).toBe(401);
    expect(await accounts.tokenStatus(`${former}; ${cookie}`)).toBe(200);
    expect(await accounts.tokenStatus(`${sessionPair(cookie).replace('__Host-', '')}; ${cookie}`)).toBe(200);
  });
});
