import { describe, expect, it } from 'vitest';
import { type TestBrowser, usePasskeyBrowsers } from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { outcome, toCookieHeader } from '#tests/support/server/test-accounts.ts';

const ADMIN = 'chief@northfield.edu';
const EMAIL = 'maya.ross@northfield.edu';
const password = 'correct horse battery';
const newPassword = 'another horse battery';

const { accounts, browsers, isAdmin } = usePasskeyBrowsers({ adminEmails: [ADMIN] });
const newDevice = () => new SoftPasskey(browsers.origin);

async function signUp(email: string) {
  const user = await accounts.signUp({ email, password });
  await accounts.verifyEmails();
  return user;
}

/** Asks for a challenge now. The returned function stores a passkey with it. */
async function begin(browser: TestBrowser, proof?: string) {
  const options = await browsers.post(browser, 'passkey/register-options', { password: proof });
  expect(options.statusCode).toBe(200);
  const cookie = `${browser.cookie}; ${toCookieHeader(options)}`;
  const device = newDevice();
  const body = { name: 'Mine', response: device.create(options.json()) };
  return { device, finish: () => browsers.post({ ...browser, cookie }, 'passkey/register', body) };
}

describe('a challenge for a new passkey', () => {
  it('of a thief with the password ends when the administrator adds the first passkey', async () => {
    const admin = await signUp(ADMIN);
    const thief = await browsers.signIn(ADMIN, password);
    const { finish } = await begin(thief, password);
    expect((await browsers.register(admin, newDevice(), password)).statusCode).toBe(200);
    expect(outcome(await finish())).toEqual([403, 'passkey-required']);
    expect([await isAdmin(admin), await isAdmin(thief)]).toEqual([true, false]);
    expect((await accounts.query('SELECT FROM identity_passkeys')).rowCount).toBe(1);
  });

  it('ends with each change of the passkeys and of the password, and is of one session', async () => {
    const user = await signUp(EMAIL);
    const beforePasskey = await begin(user, password);
    expect((await browsers.register(user, newDevice(), password)).statusCode).toBe(200);
    expect(outcome(await beforePasskey.finish())).toEqual([401, 'passkey-not-accepted']);

    const beforePassword = await begin(user, password);
    const changed = { currentPassword: password, newPassword };
    expect((await browsers.post(user, 'change-password', changed)).statusCode).toBe(200);
    expect(outcome(await beforePassword.finish())).toEqual([401, 'passkey-not-accepted']);

    const unchanged = await begin(user, newPassword);
    expect((await unchanged.finish()).statusCode).toBe(200);
  });

  it('cannot be used in another session of the user', async () => {
    const user = await signUp(EMAIL);
    const options = await browsers.post(user, 'passkey/register-options', { password });
    const other = await browsers.signIn(EMAIL, password);
    const cookie = `${other.cookie}; ${toCookieHeader(options)}`;
    const body = { name: 'Mine', response: newDevice().create(options.json()) };
    const added = await browsers.post({ ...other, cookie }, 'passkey/register', body);
    expect(outcome(added)).toEqual([401, 'passkey-not-accepted']);
  });
});

it('only the first passkey of an account counts as used in the session that adds it', async () => {
  const user = await signUp(EMAIL);
  await browsers.register(user, newDevice(), password);
  await accounts.query('UPDATE identity_sessions SET passkey_checked_at = NULL');
  expect((await browsers.register(user, newDevice(), password)).statusCode).toBe(200);
  const checked = await accounts.query('SELECT FROM identity_sessions WHERE passkey_checked_at IS NOT NULL');
  expect(checked.rowCount).toBe(0);
});
