import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { sessionsEnded } from '../../account-events.ts';
import {
  type TestAccounts,
  toCookieHeader,
  openTestAccounts,
  somebody,
} from '#tests/support/server/test-accounts.ts';
import { signTestToken } from '#tests/support/fakes/sign-test-token.ts';

let accounts: TestAccounts;
let ended: string[];
beforeEach(async () => {
  accounts = await openTestAccounts();
  ended = [];
  accounts.context.events.subscribe(sessionsEnded, ({ userId }) => ended.push(userId));
});
afterEach(() => accounts.close());

const browsers = {
  phone:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
};
const statusOf = async (token: string) => (await accounts.sync(token)).statusCode;
const change = (token: string, currentPassword: string, newPassword = 'another horse') =>
  accounts.ask('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword } });
async function signInOn(browser: keyof typeof browsers, password = somebody.password) {
  const headers = { 'user-agent': browsers[browser] };
  const answer = await accounts.ask('POST', '/api/auth/sign-in/email', {
    body: { ...somebody, password },
    headers,
  });
  const cookie = toCookieHeader(answer);
  return {
    status: answer.statusCode,
    cookie,
    token: answer.statusCode === 200 ? await accounts.tokenOf(cookie) : '',
  };
}

describe('a password change', () => {
  it('revokes all sessions but this one at once', async () => {
    await accounts.signUp();
    const phone = await signInOn('phone');
    const mac = await signInOn('mac');
    await accounts.query('update identity_users set email_verified = true');
    accounts.mailed.length = 0;
    expect((await change(mac.token, somebody.password)).json()).toEqual({ done: true });
    expect(ended).toHaveLength(1);
    expect(accounts.mailed.map(({ subject }) => subject)).toEqual(['Your BookSwap password was changed']);
    expect(await Promise.all([statusOf(phone.token), statusOf(mac.token)])).toEqual([401, 200]);
    expect((await accounts.ask('GET', '/api/auth/token', { cookie: phone.cookie })).statusCode).toBe(401);
    expect(await statusOf(await accounts.tokenOf(mac.cookie))).toBe(200);
    expect((await signInOn('phone')).status).toBe(401);
    expect((await signInOn('phone', 'another horse')).status).toBe(200);
  });

  it('sends no email to an unverified address', async () => {
    const { token, cookie } = await accounts.signUp();
    accounts.mailed.length = 0;
    expect((await change(token, somebody.password)).statusCode).toBe(200);
    expect((await change(await accounts.tokenOf(cookie), 'another horse')).statusCode).toBe(200);
    expect(accounts.mailed).toEqual([]);
  });

  it('requires the current password, with a limit on attempts', async () => {
    const { token } = await accounts.signUp();
    for (let time = 0; time < 10; time += 1) {
      const wrong = await change(token, 'a guess');
      expect([wrong.statusCode, wrong.json()]).toEqual([
        403,
        expect.objectContaining({
          code: 'invalid-current-password',
          detail: 'Current password is incorrect',
        }),
      ]);
    }
    expect((await change(token, somebody.password)).statusCode).toBe(429);
    accounts.clock.advance(15 * MINUTE_MS);
    expect((await accounts.post('sign-in/email', somebody)).statusCode).toBe(200);
    expect(ended).toEqual([]);
  });

  it('deletes the link tokens from before', async () => {
    const { token } = await accounts.signUp();
    await accounts.post('forgot-password', { email: somebody.email });
    const link = accounts.mailedToken();
    await change(token, somebody.password);
    const body = { token: link, newPassword: 'third horse' };
    expect((await accounts.ask('POST', '/api/auth/reset-password', { body })).json().code).toBe(
      'link-expired',
    );
  });

  it.each([
    ['12345', 'Password must be at least 6 characters long.'],
    ['      ', "Password can't be only spaces"],
    ['x'.repeat(129), 'Password can have at most 128 characters'],
  ])('refuses %j', async (newPassword, message) => {
    const { token } = await accounts.signUp();
    const answer = await change(token, somebody.password, newPassword);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'newPassword', message }]]);
  });

  it('reports an account without a password', async () => {
    const { token } = await accounts.signUp();
    const { pool } = accounts.context.database;
    await accounts.sync(token);
    await pool.query('delete from identity_accounts');
    expect((await change(token, 'any')).json().code).toBe('password-not-set');
  });

  it('succeeds once for two changes at the same time', async () => {
    const { token } = await accounts.signUp();
    const answers = await Promise.all([
      change(token, somebody.password, 'first horse'),
      change(token, somebody.password, 'second horse'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 403,
    ]);
  });
});

describe('a token', () => {
  it('is refused once its session is revoked, and always without a session', async () => {
    const { token } = await accounts.signUp();
    await accounts.sync(token);
    const claims = decodeJwt(token);
    const nameless = await signTestToken(accounts.context, { ...claims, sid: undefined });
    expect(await Promise.all([statusOf(token), statusOf(nameless)])).toEqual([200, 401]);
    accounts.clock.advance(500);
    await change(token, somebody.password);
    expect(await statusOf(token)).toBe(200);
    await accounts.query('delete from identity_sessions');
    expect(await statusOf(token)).toBe(401);
  });
});

describe('signed-in devices', () => {
  const list = async (token: string) =>
    (await accounts.ask('GET', '/api/users/me/sessions', { token })).json();
  const end = (token: string, rest: string) =>
    accounts.http.inject({
      method: 'DELETE',
      url: `/api/users/me/sessions${rest}`,
      headers: { authorization: `Bearer ${token}` },
    });

  it('are stored as a label alone', async () => {
    await accounts.signUp();
    await signInOn('phone');
    const mac = await signInOn('mac');
    const devices = await list(mac.token);
    expect(devices).toMatchObject([
      { device: 'Safari on Mac', isHandheld: false, isCurrent: true },
      { device: 'Chrome on Android', isHandheld: true, isCurrent: false },
      { device: 'Unknown device', isHandheld: false, isCurrent: false },
    ]);
    const { rows } = await accounts.query('select user_agent, ip_address from identity_sessions');
    expect(JSON.stringify(rows)).not.toMatch(/Mozilla|127/);
  });

  it('can be signed out one by one, all others, and all', async () => {
    await accounts.signUp();
    const [phone, mac] = [await signInOn('phone'), await signInOn('mac')];
    const { id } = (await list(mac.token)).find(
      ({ device }: { device: string }) => device === 'Chrome on Android',
    );
    expect((await end(mac.token, `/${id}`)).statusCode).toBe(200);
    expect(await Promise.all([statusOf(phone.token), statusOf(mac.token)])).toEqual([401, 200]);
    expect((await end(mac.token, `/${id}`)).statusCode).toBe(404);
    expect(await list(mac.token)).toHaveLength(2);

    await end(mac.token, '');
    expect(await list(mac.token)).toMatchObject([{ isCurrent: true }]);
    await end(mac.token, '?all=true');
    expect(await statusOf(mac.token)).toBe(401);
    expect(ended).toHaveLength(3);
  });

  it('are not accessible to other users', async () => {
    await accounts.signUp();
    const mac = await signInOn('mac');
    const other = await accounts.signUp({ email: 'other@northfield.edu' });
    const { id } = (await list(mac.token))[0];
    expect((await end(other.token, `/${id}`)).statusCode).toBe(404);
    await end(other.token, '?all=true');
    expect(await statusOf(mac.token)).toBe(200);
  });
});
