import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  student,
  sortedStatuses,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';
import { signTestToken } from '#tests/support/fakes/sign-test-token.ts';

const accounts = setUpTestAccounts();

const browsers = {
  phone:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
};
const statusOf = async (token: string) => (await accounts.sync(token)).statusCode;
const change = (token: string, currentPassword: string, newPassword = 'another horse') =>
  accounts.post('change-password', { currentPassword, newPassword }, { token });
async function signInOn(browser: keyof typeof browsers, password = student.password) {
  const answer = await accounts.signIn({ password }, { headers: { 'user-agent': browsers[browser] } });
  const { statusCode: status } = answer;
  const cookie = toCookieHeader(answer);
  return { status, cookie, token: status === 200 ? await accounts.tokenOf(cookie) : '' };
}

describe('a password change', () => {
  it('revokes all sessions but this one at once', async () => {
    await accounts.signUp();
    const phone = await signInOn('phone');
    const mac = await signInOn('mac');
    await accounts.verifyEmails();
    accounts.mailed.length = 0;
    expect((await change(mac.token, student.password)).json()).toEqual({ done: true });
    expect(accounts.ended).toHaveLength(1);
    expect(accounts.mailed.map(({ subject }) => subject)).toEqual(['Your BookSwap password was changed']);
    expect(await Promise.all([statusOf(phone.token), statusOf(mac.token)])).toEqual([401, 200]);
    expect(await accounts.tokenStatus(phone.cookie)).toBe(401);
    expect(await statusOf(await accounts.tokenOf(mac.cookie))).toBe(200);
    expect((await signInOn('phone')).status).toBe(401);
    expect((await signInOn('phone', 'another horse')).status).toBe(200);
  });

  it('sends no email to an unverified address', async () => {
    const { token, cookie } = await accounts.signUp();
    accounts.mailed.length = 0;
    expect((await change(token, student.password)).statusCode).toBe(200);
    expect((await change(await accounts.tokenOf(cookie), 'another horse')).statusCode).toBe(200);
    expect(accounts.mailed).toEqual([]);
  });

  it('requires the current password, with a limit on attempts', async () => {
    const { token } = await accounts.signUp();
    for (let time = 0; time < 10; time += 1) {
      const wrong = (await change(token, 'a guess')).json();
      expect(wrong).toMatchObject({ status: 403, code: 'invalid-current-password' });
    }
    expect((await change(token, student.password)).statusCode).toBe(429);
    accounts.clock.advance(15 * MINUTE_MS);
    expect((await accounts.post('sign-in/email', student)).statusCode).toBe(200);
    expect(accounts.ended).toEqual([]);
  });

  it('deletes the link tokens from before', async () => {
    const { token } = await accounts.signUp();
    await accounts.post('forgot-password', { email: student.email });
    const link = accounts.mailedToken();
    await change(token, student.password);
    const reset = await accounts.post('reset-password', { token: link, newPassword: 'third horse' });
    expect(reset.json().code).toBe('link-expired');
  });

  it('refuses a password that could not sign up', async () => {
    const { token } = await accounts.signUp();
    const { errors } = (await change(token, student.password, '12345')).json();
    expect(errors).toMatchObject([{ path: 'newPassword' }]);
  });

  it('reports an account without a password', async () => {
    const { token } = await accounts.signUp();
    await accounts.sync(token);
    await accounts.query('delete from identity_accounts');
    expect((await change(token, 'any')).json().code).toBe('password-not-set');
  });

  it('succeeds once for two changes at the same time', async () => {
    const { token } = await accounts.signUp();
    const answers = await Promise.all([
      change(token, student.password, 'first horse'),
      change(token, student.password, 'second horse'),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 403]);
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
    await change(token, student.password);
    expect(await statusOf(token)).toBe(200);
    await accounts.query('delete from identity_sessions');
    expect(await statusOf(token)).toBe(401);
  });
});

describe('signed-in devices', () => {
  const list = async (token: string) =>
    (await accounts.ask('GET', '/api/users/me/sessions', { token })).json();
  const end = (token: string, rest: string) =>
    accounts.ask('DELETE', `/api/users/me/sessions${rest}`, { token });

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
    expect(accounts.ended).toHaveLength(3);
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
