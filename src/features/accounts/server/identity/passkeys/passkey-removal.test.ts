import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  notAccepted,
  type TestBrowser,
  setUpPasskeyBrowsers,
  visitor,
} from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { outcome } from '#tests/support/server/test-accounts.ts';

const ADMIN = 'chief@northfield.edu';
const EMAIL = 'maya.ross@northfield.edu';
const password = 'correct horse battery';
const newPassword = 'another horse battery';

const { accounts, browsers, isAdmin } = setUpPasskeyBrowsers({ adminEmails: [ADMIN] });
let device: SoftPasskey;
beforeEach(() => {
  device = new SoftPasskey(browsers.origin);
});

const passkeyCount = async () => (await accounts.query('SELECT FROM identity_passkeys')).rowCount;
const lastEmail = () => accounts.mailed.at(-1)!.text;

/** Signs up a user with a verified email and a passkey. */
async function signUp(email: string) {
  const user = await accounts.signUp({ email, password });
  await accounts.verifyEmails();
  expect((await browsers.register(user, device, password)).statusCode).toBe(200);
  return user;
}

async function reset(email: string) {
  await browsers.post(visitor, 'forgot-password', { email });
  return browsers.post(visitor, 'reset-password', { token: accounts.mailedToken(), newPassword });
}

const change = (browser: TestBrowser, more: object = {}) =>
  browsers.post(browser, 'change-password', { currentPassword: password, newPassword, ...more });

describe('a mailed reset', () => {
  it('removes all passkeys, and tells it in the response and by email', async () => {
    await signUp(EMAIL);
    expect((await reset(EMAIL)).json()).toEqual({ email: EMAIL, passkeysRemoved: true });
    expect(outcome(await browsers.use(visitor, device))).toEqual(notAccepted);
    expect(lastEmail()).toContain('Your passkeys were removed. Add them again in Account Settings.');
    // There are none any more.
    expect((await reset(EMAIL)).json()).toEqual({ email: EMAIL, passkeysRemoved: false });
    expect(lastEmail()).not.toContain('passkey');
  });

  it("gives an administrator whose only passkey is a stranger's the account back", async () => {
    await signUp(ADMIN);
    await reset(ADMIN);
    const admin = await browsers.signIn(ADMIN, newPassword);
    expect(await isAdmin(admin)).toBe(true);
    const own = new SoftPasskey(browsers.origin);
    expect((await browsers.register(admin, own, newPassword)).statusCode).toBe(200);
    expect(await passkeyCount()).toBe(1);
  });
});

describe('a changed password', () => {
  it('leaves the passkeys, and the email tells how many', async () => {
    const user = await signUp(EMAIL);
    expect((await change(user)).statusCode).toBe(200);
    expect(lastEmail()).toContain('1 passkey can still sign in to your account.');
    await browsers.register(user, new SoftPasskey(browsers.origin), newPassword);
    await change(user, { currentPassword: newPassword, newPassword: password });
    expect(lastEmail()).toContain('2 passkeys can still sign in to your account.');
  });

  it('removes the passkeys if the user wants it', async () => {
    const user = await signUp(EMAIL);
    expect((await change(user, { removePasskeys: true })).statusCode).toBe(200);
    expect(await passkeyCount()).toBe(0);
    expect(lastEmail()).toContain('Your passkeys were removed.');
    expect(outcome(await browsers.use(visitor, device))).toEqual(notAccepted);
  });

  it('removes the passkeys of an administrator only after one was used', async () => {
    await signUp(ADMIN);
    const thief = await browsers.signIn(ADMIN, password);
    expect(outcome(await change(thief, { removePasskeys: true }))).toEqual([403, 'passkey-required']);
    expect(await passkeyCount()).toBe(1);
    expect((await browsers.signIn(ADMIN, password)).token).toBeDefined();
    await browsers.use(thief, device, 'passkey/confirm');
    const token = await accounts.tokenOf(thief.cookie);
    expect((await change({ ...thief, token }, { removePasskeys: true })).statusCode).toBe(200);
    expect(await passkeyCount()).toBe(0);
  });
});

describe('a passkey is renamed', () => {
  it('tells the user by email, without the name, unless it is the same', async () => {
    const user = await signUp(EMAIL);
    expect((await rename(user, 'Laptop of Tom')).statusCode).toBe(200);
    const email = accounts.mailed.at(-1)!;
    expect(email.subject).toBe('A passkey of your BookSwap account was renamed');
    expect(email.text).not.toContain('Tom');
    expect((await rename(user, 'Laptop of Tom')).statusCode).toBe(200);
    expect(accounts.mailed.at(-1)).toBe(email);
  });

  it('is possible ten times an hour', async () => {
    const user = await signUp(EMAIL);
    for (let time = 1; time <= 10; time += 1)
      expect((await rename(user, `Key ${time}`)).statusCode).toBe(200);
    const count = accounts.mailed.length;
    expect(outcome(await rename(user, 'Key 11'))).toEqual([429, 'too-many-requests']);
    expect(accounts.mailed).toHaveLength(count);
    accounts.clock.advance(HOUR_MS);
    const later = await browsers.withToken(user.cookie);
    expect((await rename(later, 'Key 11')).statusCode).toBe(200);
  });

  const rename = async (browser: TestBrowser, name: string) => {
    const [{ id }] = (await browsers.send(browser, 'GET', '/api/users/me/passkeys')).json();
    return browsers.send(browser, 'PATCH', `/api/users/me/passkeys/${id}`, { name });
  };

  it('by an administrator only within five minutes of its use', async () => {
    await signUp(ADMIN);
    const thief = await browsers.signIn(ADMIN, password);
    expect(outcome(await rename(thief, 'Mine'))).toEqual([403, 'passkey-required']);
    await browsers.use(thief, device, 'passkey/confirm');
    expect((await rename(thief, 'Mine')).statusCode).toBe(200);
    accounts.clock.advance(5 * MINUTE_MS + 1);
    const late = await browsers.withToken(thief.cookie);
    expect(outcome(await rename(late, 'Mine'))).toEqual([403, 'passkey-required']);
  });

  it('by other users at any time, but not to a name that looks official', async () => {
    const user = await signUp(EMAIL);
    const namesRefused = async (names: string[]) => {
      const refused: string[] = [];
      for (const name of names) if ((await rename(user, name)).statusCode === 400) refused.push(name);
      return refused;
    };
    const usual = ['Security key', 'Office laptop', 'iCloud Keychain', "Maya's phone", 'YubiKey 5'];
    expect(await namesRefused(usual)).toEqual([]);
    const official = ['BookSwap Support', 'Moderator', 'https://bookswap.example', '\u202Egnp'];
    expect(await namesRefused(official)).toEqual(official);
  });
});
