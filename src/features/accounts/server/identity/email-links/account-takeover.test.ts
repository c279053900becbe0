import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  deviceCookie,
  openTestAccounts,
  student,
  TEST_ORIGIN,
  type TestAccounts,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';
import { OidcTestBrowser } from '#tests/support/fakes/oidc-test-browser.ts';
import { oidcClient, FakeOidcProvider } from '#tests/support/fakes/fake-oidc-provider.ts';
import { userDeleted } from '../../account-events.ts';

let provider: FakeOidcProvider;
let accounts: TestAccounts;
const deleted: string[] = [];

beforeAll(async () => {
  provider = await FakeOidcProvider.start(TEST_ORIGIN);
  accounts = await openTestAccounts({
    oidc: { issuer: provider.issuer, ...oidcClient },
    adminEmails: ['chief@northfield.edu'],
  });
  // The provider uses the clock of the machine.
  accounts.clock.advance(Date.now() - accounts.clock.now().getTime());
  accounts.context.events.subscribe(userDeleted, ({ userId }) => deleted.push(userId));
});
afterAll(async () => {
  await accounts.close();
  await provider.close();
});

const password = 'owners horse';

/** The owner of the email opens the emailed link and signs in. Returns the user. */
async function takeOver(email: string) {
  const link = accounts.mailedToken();
  expect((await accounts.post('reset-password', { token: link, newPassword: password })).statusCode).toBe(
    200,
  );
  const signedIn = toCookieHeader(await accounts.post('sign-in/email', { email, password }));
  return (await accounts.sync(await accounts.tokenOf(signedIn))).json();
}

it('a stranger with OpenID Connect and an unverified email loses the account to its owner', async () => {
  const email = 'chief@northfield.edu';
  provider.members.set('mallory', { sub: 'mallory', email, email_verified: false, name: 'Mallory' });
  const browser = new OidcTestBrowser(accounts, provider);
  expect(await browser.signIn('mallory')).toBe('/signed-in');
  const { id } = await browser.user();
  expect((await accounts.post('sign-up/email', { ...student, email })).json().code).toBe('email-taken');
  const owner = await takeOver(email);
  expect(owner).toMatchObject({ emailVerified: true, isAdmin: true });
  expect(owner.id).not.toBe(id);
  expect(deleted).toContain(id);

  const again = new OidcTestBrowser(accounts, provider);
  expect(await again.signIn('mallory')).toBe('/sign-in?campus=email-taken');
  expect(await accounts.tokenStatus(again.cookie)).toBe(401);
  expect(owner.name).toBe('User');
});

it('an unused token of a stranger is refused once the owner of the email has claimed the account', async () => {
  const email = 'zoe@northfield.edu';
  const { token } = await accounts.signUp({ email });
  await accounts.post('forgot-password', { email });
  const link = accounts.mailedToken();
  expect((await accounts.post('reset-password', { token: link, newPassword: password })).statusCode).toBe(
    200,
  );
  expect((await accounts.sync(token)).statusCode).toBe(401);
});

it('a password reset keeps the name and the OpenID account of a verified email', async () => {
  const email = 'ada@northfield.edu';
  provider.members.set('ada', { sub: 'ada', email, email_verified: true, name: 'Ada Byron' });
  const browser = new OidcTestBrowser(accounts, provider);
  await browser.signIn('ada');
  const { id } = await browser.user();
  await accounts.post('forgot-password', { email });
  expect(await takeOver(email)).toMatchObject({ id, name: 'Ada Byron' });
  const again = new OidcTestBrowser(accounts, provider);
  expect(await again.signIn('ada')).toBe('/signed-in');
  expect(await again.user()).toMatchObject({ id });
});

describe('what an account with an unverified email holds', () => {
  const email = 'lee@northfield.edu';
  let reset = 0;
  /** Chooses a password by the emailed link in the browser with these cookies. Returns the user. */
  async function resetIn(cookie: string) {
    const newPassword = `${password} ${(reset += 1)}`;
    await accounts.post('forgot-password', { email });
    const body = { token: accounts.mailedToken(), newPassword };
    expect((await accounts.post('reset-password', body, { cookie })).statusCode).toBe(200);
    const signedIn = toCookieHeader(await accounts.post('sign-in/email', { email, password: newPassword }));
    return (await accounts.sync(await accounts.tokenOf(signedIn))).json();
  }
  afterEach(() => accounts.query('TRUNCATE users, identity_users CASCADE'));

  it('stays with the browser that has created it, when its owner chooses a new password there', async () => {
    const { cookie, token } = await accounts.signUp({ email, name: 'Lee Park' });
    const { id } = (await accounts.sync(token)).json();
    expect(await resetIn(cookie)).toMatchObject({ id, name: 'Lee Park', emailVerified: true });
  });

  it('goes with its creator in any other browser', async () => {
    const { token } = await accounts.signUp({ email, name: 'Lee Park' });
    const { id } = (await accounts.sync(token)).json();
    const owner = await resetIn('');
    expect(owner).toMatchObject({ name: 'User', emailVerified: true });
    expect(owner.id).not.toBe(id);
  });

  it.each([true, false])('stays or goes alike at a sign-in through the university: %s', async (isKnown) => {
    const { cookie, token } = await accounts.signUp({ email, name: 'Lee Park' });
    const { id } = (await accounts.sync(token)).json();
    provider.members.set('lee', { sub: 'lee', email, email_verified: true, name: 'Lee Park-Hill' });
    const browser = new OidcTestBrowser(accounts, provider);
    const callback = await browser.signInAtProvider(await browser.start(), 'lee');
    const device = deviceCookie(cookie);
    const sent = isKnown ? `${browser.cookie}; ${device}` : browser.cookie;
    expect(await browser.finish(callback, sent)).toBe('/signed-in');
    const user = await browser.user();
    expect([user.id === id, user.emailVerified]).toEqual([isKnown, true]);
  });
});
