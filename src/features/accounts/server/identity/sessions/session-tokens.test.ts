import { beforeEach, describe, expect, it } from 'vitest';
import {
  openTestAccounts,
  outcome,
  somebody,
  toCookieHeader,
  useTestAccounts,
} from '#tests/support/server/test-accounts.ts';

const accounts = useTestAccounts();

const sessionPair = (cookie: string) => cookie.split('; ').find((pair) => pair.includes('session_token'))!;
const tokenIn = (cookie: string) => decodeURIComponent(sessionPair(cookie).split('=')[1]!).split('.')[0]!;
const storedTokens = async () =>
  (
    await accounts.context.database.pool.query<{ token: string }>('SELECT token FROM identity_sessions')
  ).rows.map(({ token }) => token);
const statusOf = async (path: string, cookie: string) =>
  (await accounts.ask('GET', `/api/auth/${path}`, { cookie })).statusCode;
const post = (path: string, cookie?: string, body: object = {}) =>
  accounts.ask('POST', `/api/auth/${path}`, { body, ...(cookie !== undefined && { cookie }) });

describe('a session token', () => {
  it('is stored as its hash alone, and what is stored opens nothing', async () => {
    const { cookie } = await accounts.signUp();
    const [stored] = await storedTokens();
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    const sign = (token: string) => sessionPair(cookie).replace(tokenIn(cookie), token);
    expect(await statusOf('token', sign(stored!))).toBe(401);
    expect(await statusOf('token', cookie)).toBe(200);
    const signedIn = toCookieHeader(await post('sign-in/email', undefined, somebody));
    expect(await statusOf('token', signedIn)).toBe(200);
    for (const token of [cookie, signedIn].map(tokenIn)) expect(await storedTokens()).not.toContain(token);
    await post('sign-out', signedIn);
    expect([await statusOf('token', signedIn), (await storedTokens()).length]).toEqual([401, 1]);
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
    expect(await statusOf('token', cookie)).toBe(200);
    await age(2);
    const { json } = await accounts.ask('GET', '/api/users/me/sessions', { token });
    expect(json()).toEqual([]);
    expect(await statusOf('token', cookie)).toBe(401);
    const ended = await accounts.ask('GET', '/api/auth/get-session', { cookie });
    expect([ended.json(), ended.cookies[0]]).toMatchObject([null, { maxAge: 0 }]);
    await accounts.context.jobs.runNow('purge-expired-identities');
    expect(await storedTokens()).toEqual([]);
  });
});

describe('the session cookie', () => {
  it.each(['get-session', 'token'])('is refused twice in one request of %s', async (path) => {
    const { cookie } = await accounts.signUp();
    const other = await accounts.signUp({ email: 'other@northfield.edu' });
    const twice = await accounts.ask('GET', `/api/auth/${path}`, { cookie: `${cookie}; ${other.cookie}` });
    expect(outcome(twice)).toEqual([400, 'two-session-cookies']);
    expect((await post('sign-out', `${cookie}; ${sessionPair(cookie)}`)).statusCode).toBe(400);
    expect(await statusOf(path, cookie)).toBe(200);
  });
});

it('the session cookie is refused twice in every spelling of the path', async () => {
  const { cookie } = await accounts.signUp();
  for (const path of ['/api/%61uth/token', '/api/auth/toke%6E', 'http://127.0.0.1:3000/api/auth/token']) {
    const twice = await accounts.ask('GET', path, { cookie: `${cookie}; ${sessionPair(cookie)}` });
    expect([path, twice.statusCode]).toEqual([path, 400]);
  }
});

describe('over https', () => {
  beforeEach(async () => {
    await accounts.close();
    Object.assign(accounts, await openTestAccounts({ publicUrl: 'https://books.example.edu' }));
  });

  it('every cookie is one of the host alone', async () => {
    const signedUp = await post('sign-up/email', undefined, somebody);
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
    expect(await statusOf('token', toCookieHeader(signedUp))).toBe(200);
  });

  it('a cookie with the former name is ignored, and not counted', async () => {
    const { cookie } = await accounts.signUp();
    const former = sessionPair(cookie).replace('__Host-', '__Secure-');
    expect(await statusOf('token', former)).toBe(401);
    expect(await statusOf('token', `${former}; ${cookie}`)).toBe(200);
    expect(await statusOf('token', `${sessionPair(cookie).replace('__Host-', '')}; ${cookie}`)).toBe(200);
  });
});
