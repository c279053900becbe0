import { describe, expect, it } from 'vitest';
import {
  notAccepted,
  type TestBrowser,
  setUpPasskeyBrowsers,
} from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { outcome } from '#tests/support/server/test-accounts.ts';

const ADMIN = 'chief@northfield.edu';
const EMAIL = 'maya.ross@northfield.edu';
const password = 'correct horse battery';
const newPassword = 'another horse battery';

const { accounts, browsers, isAdmin } = setUpPasskeyBrowsers({ adminEmails: [ADMIN] });
const newDevice = () => new SoftPasskey(browsers.origin);

async function signUp(email: string) {
  const user = await accounts.signUp({ email, password });
  await accounts.verifyEmails();
  return user;
}

const begin = (browser: TestBrowser, proof: string) => browsers.begin(browser, newDevice(), proof);

describe('a challenge for a new passkey', () => {
  it('of a thief with the password ends when the administrator adds the first passkey', async () => {
    const admin = await signUp(ADMIN);
    const thief = await browsers.signIn(ADMIN, password);
    const finish = await begin(thief, password);
    expect((await browsers.register(admin, newDevice(), password)).statusCode).toBe(200);
    expect(outcome(await finish())).toEqual([403, 'passkey-required']);
    expect([await isAdmin(admin), await isAdmin(thief)]).toEqual([true, false]);
    expect((await accounts.query('SELECT FROM identity_passkeys')).rowCount).toBe(1);
  });

  it('ends with each change of the passkeys and of the password, and is of one session', async () => {
    const user = await signUp(EMAIL);
    const beforePasskey = await begin(user, password);
    expect((await browsers.register(user, newDevice(), password)).statusCode).toBe(200);
    expect(outcome(await beforePasskey())).toEqual(notAccepted);

    const beforePassword = await begin(user, password);
    const changed = { currentPassword: password, newPassword };
    expect((await browsers.post(user, 'change-password', changed)).statusCode).toBe(200);
    expect(outcome(await beforePassword())).toEqual(notAccepted);

    const unchanged = await begin(user, newPassword);
    expect((await unchanged()).statusCode).toBe(200);
  });

  it('cannot be used in another session of the user', async () => {
    const user = await signUp(EMAIL);
    const finish = await begin(user, password);
    const other = await browsers.signIn(EMAIL, password);
    expect(outcome(await finish(other))).toEqual(notAccepted);
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
