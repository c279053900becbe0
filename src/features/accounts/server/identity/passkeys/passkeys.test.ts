import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  notAccepted,
  PasskeyBrowsers,
  setUpPasskeyBrowsers,
  visitor,
} from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { openTestAccounts, outcome, toCookieHeader } from '#tests/support/server/test-accounts.ts';

const ORIGIN = 'http://localhost:3000';
const ADMIN = 'chief@northfield.edu';
const EMAIL = 'maya.ross@northfield.edu';
const password = 'correct horse battery';

const { accounts, browsers, isAdmin } = setUpPasskeyBrowsers({ adminEmails: [ADMIN] });
const { post } = browsers;
const signUp = (email = EMAIL) => accounts.signUp({ email, password });

describe('a passkey', () => {
  it('is added with the password, and signs in without one', async () => {
    const user = await signUp();
    const device = new SoftPasskey(ORIGIN);
    expect(outcome(await browsers.register(user, device))).toEqual([403, 'invalid-current-password']);
    expect(outcome(await browsers.register(user, device, 'wrong horse'))).toEqual([
      403,
      'invalid-current-password',
    ]);
    expect((await browsers.register(user, device, password)).statusCode).toBe(200);
    const signedIn = await browsers.use(visitor, device);
    expect(signedIn.json().user.email).toBe(EMAIL);
    expect(signedIn.body).not.toContain('token');
    const token = await accounts.tokenOf(toCookieHeader(signedIn));
    const listed = await accounts.ask('GET', '/api/users/me/passkeys', { token });
    expect(listed.json()).toMatchObject([{ name: 'My phone' }]);
  });

  it('is told to the user by email, as is a sign-in with it from a new browser', async () => {
    const user = await signUp();
    await accounts.verifyEmails();
    accounts.mailed.length = 0;
    const device = new SoftPasskey(ORIGIN);
    await browsers.register(user, device, password);
    await browsers.use(visitor, device);
    const [{ id }] = (await accounts.ask('GET', '/api/users/me/passkeys', { token: user.token })).json();
    await browsers.send(user, 'DELETE', `/api/users/me/passkeys/${id}`, { password });
    expect(accounts.mailed.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your BookSwap account',
      'New sign-in to your BookSwap account',
      'A passkey was deleted from your BookSwap account',
    ]);
    expect(outcome(await browsers.use(visitor, device))).toEqual(notAccepted);
  });

  it('signs in once for each challenge, on our pages alone, and only if the device has checked its user', async () => {
    const user = await signUp();
    const device = new SoftPasskey(ORIGIN);
    await browsers.register(user, device, password);
    const options = await post(visitor, 'passkey/options');
    expect(options.json()).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const cookie = toCookieHeader(options);
    const response = device.get(options.json());
    expect((await post({ cookie }, 'sign-in/passkey', { response })).statusCode).toBe(200);
    expect(outcome(await post({ cookie }, 'sign-in/passkey', { response }))).toEqual(notAccepted);
    expect((await browsers.use(visitor, new SoftPasskey(ORIGIN))).statusCode).toBe(401);

    const other = await signUp('other@northfield.edu');
    const elsewhere = new SoftPasskey('http://localhost:3999');
    expect((await browsers.register(other, elsewhere, password)).statusCode).toBe(401);
    const unlocked = new SoftPasskey(ORIGIN, { verifiesUser: false });
    expect((await browsers.register(other, unlocked, password)).statusCode).toBe(401);
  });

  it.each<[string, object]>([
    ['a NUL in its id', { id: 'a\0b' }],
    ['an id in another alphabet', { id: 'né' }],
    ['an id that is too long', { id: 'a'.repeat(1401) }],
  ])('with %s is refused before the database is asked', async (_, wrong) => {
    const options = await post(visitor, 'passkey/options');
    const response = { ...new SoftPasskey(ORIGIN).get(options.json()), ...wrong };
    const cookie = toCookieHeader(options);
    const refused = await post({ cookie }, 'sign-in/passkey', { response });
    expect(outcome(refused)).toEqual([400, 'invalid-request']);
  });

  it.each<[string, unknown]>([
    ['a NUL in a transport', ['usb\0']],
    ['transports that are no list', 'usb'],
  ])('with %s is not added', async (_, transports) => {
    const user = await signUp();
    const finish = await browsers.begin(user, new SoftPasskey(ORIGIN), password);
    const added = await finish(user, (created) => ({
      ...created,
      response: { ...created.response, transports },
    }));
    expect(outcome(added)).toEqual([400, 'invalid-request']);
  });
});

describe('an administrator with a passkey', () => {
  let device: SoftPasskey;
  beforeEach(async () => {
    const first = await signUp(ADMIN);
    await accounts.verifyEmails();
    device = new SoftPasskey(ORIGIN);
    await browsers.register(first, device, password);
  });

  it('is one only in a session in which it was used', async () => {
    const thief = await browsers.signIn(ADMIN, password);
    expect(await isAdmin(thief)).toBe(false);
    expect(outcome(await browsers.use(thief, new SoftPasskey(ORIGIN), 'passkey/confirm'))[0]).toBe(401);
    expect(await isAdmin(thief)).toBe(false);
    const sessions = async () => (await accounts.query('SELECT FROM identity_sessions')).rowCount;
    const before = await sessions();
    expect((await browsers.use(thief, device, 'passkey/confirm')).json()).toEqual({ done: true });
    expect(await isAdmin(thief)).toBe(true);
    expect(await sessions()).toBe(before);
  });

  it('cannot add or delete one with the password alone', async () => {
    const thief = await browsers.signIn(ADMIN, password);
    const refused = await browsers.register(thief, new SoftPasskey(ORIGIN), password);
    expect(outcome(refused)).toEqual([403, 'passkey-required']);
    await browsers.use(thief, device, 'passkey/confirm');
    expect((await browsers.register(thief, new SoftPasskey(ORIGIN))).statusCode).toBe(200);
    accounts.clock.advance(4 * MINUTE_MS);
    const token = await accounts.tokenOf(thief.cookie);
    accounts.clock.advance(MINUTE_MS + 1);
    const late = await browsers.register({ ...thief, token }, new SoftPasskey(ORIGIN));
    expect(outcome(late)).toEqual([403, 'passkey-required']);
  });

  it('is not proven by the passkey of another user', async () => {
    const other = await signUp('other@northfield.edu');
    const theirs = new SoftPasskey(ORIGIN);
    await browsers.register(other, theirs, password);
    const thief = await browsers.signIn(ADMIN, password);
    expect(outcome(await browsers.use(thief, theirs, 'passkey/confirm'))).toEqual(notAccepted);
    expect(await isAdmin(thief)).toBe(false);
    // The cookie of one user and the token of another.
    const mixed = { cookie: other.cookie, token: thief.token };
    expect(outcome(await browsers.use(mixed, theirs, 'passkey/confirm'))).toEqual([401, 'invalid-token']);
  });
});

it('passkeys are unavailable on a server whose address is an IP address', async () => {
  const publicUrl = 'https://192.0.2.7';
  const other = await openTestAccounts({ publicUrl });
  const options = await new PasskeyBrowsers({ http: other.http, publicUrl }).post(visitor, 'passkey/options');
  expect(outcome(options)).toEqual([409, 'passkeys-unavailable']);
  await other.close();
});
