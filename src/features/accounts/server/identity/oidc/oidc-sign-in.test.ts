import { eq } from 'drizzle-orm';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestAccounts, TEST_ORIGIN, type TestAccounts } from '#tests/support/server/test-accounts.ts';
import { OidcTestBrowser } from '#tests/support/fakes/oidc-test-browser.ts';
import { oidcClient, FakeOidcProvider } from '#tests/support/fakes/fake-oidc-provider.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';
import { banEmail } from '../../bans/ban-email.ts';
import { identityRateLimits, users } from '../../table.ts';

let provider: FakeOidcProvider;
let accounts: TestAccounts;

beforeAll(async () => {
  provider = await FakeOidcProvider.start(TEST_ORIGIN);
  accounts = await openTestAccounts({
    oidc: { issuer: provider.issuer, ...oidcClient },
    adminEmails: ['dean@northfield.edu'],
  });
  // The provider uses the clock of the machine.
  accounts.clock.advance(Date.now() - accounts.clock.now().getTime());
});
afterAll(async () => {
  await accounts.close();
  await provider.close();
});
beforeEach(() => {
  provider.forged = null;
  provider.signingKey = null;
});

class Browser extends OidcTestBrowser {
  constructor() {
    super(accounts, provider);
  }
}

const stored = async (email: string) => {
  const [user] = await accounts.context.database.orm.select().from(users).where(eq(users.email, email));
  return user;
};
const member = (sub: string, claims: object = {}) =>
  provider.members.set(sub, {
    sub,
    email: `${sub}@northfield.edu`,
    email_verified: true,
    name: sub,
    ...claims,
  });

it('confirms a student badge that has ended, at the next sign-in', async () => {
  member('grace', { email: 'grace@mit.edu' });
  const first = new Browser();
  await first.signIn('grace');
  await first.user();
  const ended = new Date(accounts.clock.now().getTime() - 400 * 86_400_000);
  const change = { studentConfirmedAt: ended, studentUniversity: null };
  await accounts.context.database.orm.update(users).set(change).where(eq(users.email, 'grace@mit.edu'));
  expect((await first.user()).studentUniversity).toBeNull();
  const again = new Browser();
  await again.signIn('grace');
  expect((await again.user()).studentUniversity).toMatch(/^Massachusetts/);
  expect((await stored('grace@mit.edu'))!.studentConfirmedAt).toEqual(accounts.clock.now());
});

describe('a user of the provider', () => {
  it('becomes a new user at the first sign-in and is found at the next', async () => {
    member('ada', { name: 'Ada Byron' });
    const first = new Browser();
    expect(await first.signIn('ada')).toBe('/signed-in');
    const user = await first.user();
    expect(user).toMatchObject({ name: 'Ada Byron', email: 'ada@northfield.edu', isAdmin: false });
    expect(await stored('ada@northfield.edu')).toMatchObject({ issuer: 'embedded', emailVerified: true });

    const second = new Browser();
    await second.signIn('ada');
    expect(await second.user()).toMatchObject({ id: user.id });
  });

  it('leaves no token of the provider in the database', async () => {
    member('tim');
    await new Browser().signIn('tim');
    const { rows } = await accounts.query("SELECT * FROM identity_accounts WHERE account_id = 'tim'");
    expect(rows).toMatchObject([{ access_token: null, refresh_token: null, id_token: null, password: null }]);
  });

  it('is an administrator by a listed email only if the provider has verified it', async () => {
    member('dean', { email_verified: false });
    const unverified = new Browser();
    expect(await unverified.signIn('dean')).toBe('/signed-in');
    expect(await unverified.user()).toMatchObject({ isAdmin: false });
    member('dean');
    const verified = new Browser();
    await verified.signIn('dean');
    expect(await verified.user()).toMatchObject({ isAdmin: true });
  });

  it('is refused with the reason without an email, or with a banned one', async () => {
    member('mute', { email: undefined });
    expect(await new Browser().signIn('mute')).toBe('/sign-in?campus=no-email');
    member('rude');
    const { database, secrets, clock } = accounts.context;
    await database.transaction((tx) =>
      banEmail(tx, { email: 'rude@northfield.edu', secrets, now: clock.now() }),
    );
    expect(await new Browser().signIn('rude')).toBe('/sign-in?campus=banned');
    expect(await stored('rude@northfield.edu')).toBeUndefined();
  });

  it('can cancel at the provider', async () => {
    expect(await new Browser().signIn('')).toBe('/sign-in?campus=cancelled');
  });
});

describe('an account with the same email', () => {
  const signUp = async (email: string) => {
    const { cookie, token } = await accounts.signUp({ email });
    const { id } = (await accounts.sync(token)).json();
    return { cookie, token, id, email };
  };

  it('stays closed to an email that the provider has not verified', async () => {
    const own = await signUp('zoe@northfield.edu');
    member('zoe', { email_verified: false });
    const browser = new Browser();
    expect(await browser.signIn('zoe')).toBe('/sign-in?campus=email-taken');
    expect(await accounts.tokenStatus(browser.cookie)).toBe(401);
    expect((await accounts.signIn({ email: own.email })).statusCode).toBe(200);
  });

  it('passes to the user with the verified email, and its creator is signed out at once', async () => {
    const creator = await signUp('ned@northfield.edu');
    accounts.clock.advance(1000);
    member('ned', { name: 'Ned True' });
    const browser = new Browser();
    expect(await browser.signIn('ned')).toBe('/signed-in');
    const owner = await browser.user();
    expect(owner.name).toBe('Ned True');
    expect(owner.id).not.toBe(creator.id);
    expect((await accounts.signIn({ email: creator.email })).json().code).toBe('invalid-credentials');
    expect(await accounts.tokenStatus(creator.cookie)).toBe(401);
    expect((await accounts.sync(creator.token)).statusCode).toBe(401);
  });

  it('passes to that user also while its creator signs in with the password', async () => {
    const { email } = await signUp('max@northfield.edu');
    const gate = new HashingGate();
    const slow = await openTestAccounts({ beside: accounts, hashing: { derive: gate.derive } });
    gate.close();
    const response = slow.signIn({ email });
    await expect.poll(() => gate.held).toBe(1);
    member('max');
    await new Browser().signIn('max');
    gate.open();
    expect((await response).json()).toMatchObject({ code: 'invalid-credentials' });
    const sessionsOf = `SELECT FROM identity_sessions s JOIN identity_users u ON u.id = user_id WHERE email = $1`;
    expect((await accounts.query(sessionsOf, [email])).rowCount).toBe(1);
    await slow.close();
  });

  it('opens by OpenID Connect beside its password if its own email is verified', async () => {
    member('eve');
    await new Browser().signIn('eve');
    member('eve2', { email: 'eve@northfield.edu' });
    const browser = new Browser();
    expect(await browser.signIn('eve2')).toBe('/signed-in');
    expect((await browser.user()).id).toBe((await stored('eve@northfield.edu'))!.id);
  });
});

describe('the callback', () => {
  beforeEach(() => member('ivy'));
  const signInWith = (forged: Record<string, unknown>) => {
    provider.forged = forged;
    return new Browser().signIn('ivy');
  };

  it.each([
    ['another nonce', { nonce: 'n'.repeat(32) }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another client', { aud: 'another', azp: 'another' }],
    ['two clients, authorized for the other', { aud: ['bookswap', 'another'], azp: 'another' }],
    ['one client, authorized for another', { azp: 'another' }],
    ['an end that is over', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['another user', { sub: 'dean' }],
  ])('refuses an ID token with %s', async (_name, forged) =>
    expect(await signInWith(forged)).toBe('/sign-in?campus=refused'),
  );

  it('refuses an ID token that another key has signed', async () => {
    provider.signingKey = (await generateKeyPair('RS256')).privateKey;
    expect(await signInWith({})).toBe('/sign-in?campus=refused');
  });

  it('compares the times of an ID token with the clock of the product', async () => {
    const day = 24 * 60 * 60_000;
    accounts.clock.advance(-90 * day);
    try {
      const iat = Math.floor(accounts.clock.now().getTime() / 1000);
      expect(await signInWith({ iat, exp: iat - 60 })).toBe('/sign-in?campus=refused');
      expect(await signInWith({ iat, exp: iat + 60 })).toBe('/signed-in');
    } finally {
      accounts.clock.advance(90 * day);
    }
  });

  it('refuses an invented code, a used state, and the state of another browser', async () => {
    const browser = new Browser();
    const callback = new URL(await browser.signInAtProvider(await browser.start(), 'ivy'));
    const invented = new URL(callback);
    invented.searchParams.set('code', 'invented');
    const before = browser.cookie;
    expect(await browser.finish(invented.href)).toBe('/sign-in?campus=refused');
    // A state is good for one callback.
    expect(await browser.finish(callback.href, before)).toBe('/sign-in?campus=expired');

    const victim = new Browser();
    await victim.start();
    const attacker = new Browser();
    const theirs = await attacker.signInAtProvider(await attacker.start(), 'ivy');
    expect(await victim.finish(theirs, victim.cookie)).toBe('/sign-in?campus=expired');
    expect(await victim.finish(`${TEST_ORIGIN}/api/auth/callback/campus`)).toBe('/sign-in?campus=expired');
  });

  it('starts from pages of the product only, and a limited number of times', async () => {
    const foreign = await accounts.ask('GET', '/api/auth/campus', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.headers.location).toBe('/sign-in');
    expect(foreign.cookies).toEqual([]);
    const from = '203.0.113.7';
    const start = async () => (await accounts.ask('GET', '/api/auth/campus', { from })).headers.location!;
    expect(await start()).toContain(provider.issuer);
    await accounts.context.database.orm.update(identityRateLimits).set({ attempts: 600 });
    for (let index = 0; index < 6; index += 1) expect(await start()).toContain(provider.issuer);
    expect(await start()).toBe('/sign-in?campus=busy');
    expect((await accounts.ask('GET', '/api/auth/campus')).headers.location).toContain(provider.issuer);
  });
});

it('reports that the provider is unavailable, and works again once it is back', async () => {
  await provider.close();
  const other = await openTestAccounts({
    oidc: { issuer: provider.issuer, ...oidcClient },
    beside: accounts,
  });
  const start = async () => (await other.ask('GET', '/api/auth/campus')).headers.location!;
  expect(await start()).toBe('/sign-in?campus=unavailable');
  await provider.open();
  expect(await start()).toContain(`${provider.issuer}/auth?`);
  await other.close();
});

it('has no routes where no provider is configured', async () => {
  const plain = await openTestAccounts();
  expect((await plain.ask('GET', '/api/auth/campus')).statusCode).toBe(404);
  expect((await plain.ask('GET', '/api/auth/callback/campus')).statusCode).toBe(404);
  await plain.close();
});
