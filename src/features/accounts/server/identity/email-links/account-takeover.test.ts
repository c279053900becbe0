import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type TestAccounts,
  TEST_ORIGIN,
  toCookieHeader,
  openTestAccounts,
  somebody,
} from '#tests/support/server/test-accounts.ts';
import { OidcTestBrowser } from '#tests/support/fakes/oidc-test-browser.ts';
import { oidcClient, FakeOidcProvider } from '#tests/support/fakes/fake-oidc-provider.ts';
import { profileChanged, sessionsEnded } from '../../account-events.ts';

let provider: FakeOidcProvider;
let door: TestAccounts;
let told: string[];

beforeAll(async () => {
  provider = await FakeOidcProvider.start(TEST_ORIGIN);
  door = await openTestAccounts({
    oidc: { issuer: provider.issuer, ...oidcClient },
    adminEmails: ['chief@northfield.edu'],
  });
  // The provider uses the clock of the machine.
  door.clock.advance(Date.now() - door.clock.now().getTime());
  door.context.events.subscribe(sessionsEnded, ({ userId }) => told.push(`sessions ended of ${userId}`));
  door.context.events.subscribe(profileChanged, ({ userId }) => told.push(`profile changed of ${userId}`));
});
afterAll(async () => {
  await door.close();
  await provider.close();
});
beforeEach(() => {
  told = [];
});

const password = 'owners horse';
const post = (path: string, body: object) => door.ask('POST', `/api/auth/${path}`, { body });
const sync = (token: string) => door.ask('POST', '/api/users/sync', { token, body: {} });

/** The owner of the email opens the emailed link and signs in. Returns the user. */
async function takeOver(email: string) {
  const link = /token=([\w-]{43})\n/.exec(door.mailed.at(-1)!.text)![1];
  expect((await post('reset-password', { token: link, newPassword: password })).statusCode).toBe(200);
  const signedIn = toCookieHeader(await post('sign-in/email', { email, password }));
  return (await sync(await door.tokenOf(signedIn))).json();
}

describe('a stranger who signed in with OpenID Connect and an unverified email', () => {
  const stranger = (sub: string, email: string) =>
    provider.members.set(sub, { sub, email, email_verified: false, name: 'Mallory' });

  it('loses access and name once the owner has signed up and opened the link', async () => {
    const email = 'chief@northfield.edu';
    stranger('mallory', email);
    const browser = new OidcTestBrowser(door, provider);
    expect(await browser.signIn('mallory')).toBe('/signed-in');
    const { id } = await browser.user();
    expect((await post('sign-up/email', { ...somebody, email })).json().code).toBe('email-taken');
    const owner = await takeOver(email);
    expect(owner).toMatchObject({ id, emailVerified: true, isAdmin: true });
    expect(told).toEqual(expect.arrayContaining([`sessions ended of ${id}`, `profile changed of ${id}`]));

    const again = new OidcTestBrowser(door, provider);
    expect(await again.signIn('mallory')).toBe('/sign-in?campus=email-taken');
    expect((await door.ask('GET', '/api/auth/token', { cookie: again.cookie })).statusCode).toBe(401);
    expect(owner.name).toBe('User');
  });

  it('loses an edited profile as well', async () => {
    const email = 'dean@northfield.edu';
    stranger('moe', email);
    const browser = new OidcTestBrowser(door, provider);
    await browser.signIn('moe');
    const { id } = await browser.user();
    const edited = await door.http.inject({
      method: 'PATCH',
      url: '/api/users/me',
      headers: { authorization: `Bearer ${await door.tokenOf(browser.cookie)}` },
      payload: { name: 'Not The Dean' },
    });
    expect(edited.json()).toMatchObject({ name: 'Not The Dean' });
    await post('forgot-password', { email });
    expect(await takeOver(email)).toMatchObject({ id, emailVerified: true, name: 'User' });
    expect(await new OidcTestBrowser(door, provider).signIn('moe')).toBe('/sign-in?campus=email-taken');
  });
});

it('an unused token of a stranger is refused once the owner of the email has claimed the account', async () => {
  const email = 'zoe@northfield.edu';
  const { token } = await door.signUp({ email });
  await post('forgot-password', { email });
  const link = /token=([\w-]{43})\n/.exec(door.mailed.at(-1)!.text)![1];
  expect((await post('reset-password', { token: link, newPassword: password })).statusCode).toBe(200);
  expect((await sync(token)).statusCode).toBe(401);
});

it('a password reset keeps the name and the OpenID account of a verified email', async () => {
  const email = 'ada@northfield.edu';
  provider.members.set('ada', { sub: 'ada', email, email_verified: true, name: 'Ada Byron' });
  const browser = new OidcTestBrowser(door, provider);
  await browser.signIn('ada');
  const { id } = await browser.user();
  await post('forgot-password', { email });
  expect(await takeOver(email)).toMatchObject({ id, name: 'Ada Byron' });
  const again = new OidcTestBrowser(door, provider);
  expect(await again.signIn('ada')).toBe('/signed-in');
  expect(await again.user()).toMatchObject({ id });
});
