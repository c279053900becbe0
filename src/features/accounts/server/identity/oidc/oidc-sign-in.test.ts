import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type TestAccounts,
  TEST_ORIGIN,
  openTestAccounts,
  somebody,
} from '#tests/support/server/test-accounts.ts';
import { OidcTestBrowser } from '#tests/support/fakes/oidc-test-browser.ts';
import { campusClient, FakeOidcProvider } from '#tests/support/fakes/fake-oidc-provider.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';
import { banEmail } from '#features/accounts/server/users/ban-email.ts';
import { users } from '#features/accounts/server/table.ts';
import { identityAccounts, identityAttempts, identitySessions, identityUsers } from '../table.ts';

let campus: FakeOidcProvider;
let door: TestAccounts;

beforeAll(async () => {
  campus = await FakeOidcProvider.start(TEST_ORIGIN);
  door = await openTestAccounts({
    campus: { issuer: campus.issuer, ...campusClient },
    adminEmails: ['dean@northfield.edu'],
  });
  // The provider lives in real time.
  door.clock.move(Date.now() - door.clock.now().getTime());
});
afterAll(async () => {
  await door.close();
  await campus.close();
});
beforeEach(() => {
  campus.forged = null;
});

class Browser extends OidcTestBrowser {
  constructor() {
    super(door, campus);
  }
}

const stored = async (email: string) => {
  const [user] = await door.context.database.orm.select().from(users).where(eq(users.email, email));
  return user;
};
const member = (sub: string, claims: object = {}) =>
  campus.members.set(sub, {
    sub,
    email: `${sub}@northfield.edu`,
    email_verified: true,
    name: sub,
    ...claims,
  });

describe('somebody from the university', () => {
  it('is a new person the first time, and the same one from then on', async () => {
    member('ada', { name: 'Ada Byron' });
    const first = new Browser();
    expect(await first.signIn('ada')).toBe('/signed-in');
    const person = await first.person();
    expect(person).toMatchObject({ name: 'Ada Byron', email: 'ada@northfield.edu', isAdmin: false });
    expect(await stored('ada@northfield.edu')).toMatchObject({ issuer: 'embedded', emailVerified: true });

    const second = new Browser();
    await second.signIn('ada');
    expect(await second.person()).toMatchObject({ id: person.id });
  });

  it('leaves no token of the university’s with us', async () => {
    member('tim');
    await new Browser().signIn('tim');
    const [account] = await door.context.database.orm
      .select()
      .from(identityAccounts)
      .where(eq(identityAccounts.accountId, 'tim'));
    expect(account).toMatchObject({ accessToken: null, refreshToken: null, idToken: null, password: null });
  });

  it('has signed in, and out, of a session like any other', async () => {
    member('kim');
    const browser = new Browser();
    await browser.signIn('kim');
    const out = await door.ask('POST', '/api/auth/sign-out', { cookie: browser.cookie });
    expect(out.statusCode).toBe(200);
    expect((await door.ask('GET', '/api/auth/token', { cookie: browser.cookie })).statusCode).toBe(401);
  });

  it('is an administrator by an e-mail that the university vouches for, and by no other', async () => {
    member('dean', { email_verified: false });
    const unproven = new Browser();
    expect(await unproven.signIn('dean')).toBe('/signed-in');
    expect(await unproven.person()).toMatchObject({ isAdmin: false });
    member('dean');
    const proven = new Browser();
    await proven.signIn('dean');
    expect(await proven.person()).toMatchObject({ isAdmin: true });
  });

  it('who tells no e-mail, or a barred one, is told so', async () => {
    member('mute', { email: undefined });
    expect(await new Browser().signIn('mute')).toBe('/sign-in?campus=no-email');
    member('rude');
    const { database, secrets, clock } = door.context;
    await database.transaction((tx) =>
      banEmail(tx, { email: 'rude@northfield.edu', secrets, now: clock.now() }),
    );
    expect(await new Browser().signIn('rude')).toBe('/sign-in?campus=barred');
    expect(await stored('rude@northfield.edu')).toBeUndefined();
  });

  it('may change their mind there', async () => {
    expect(await new Browser().signIn('')).toBe('/sign-in?campus=cancelled');
  });
});

describe('an account with the same e-mail', () => {
  const signUp = async (email: string) => {
    const { cookie, token } = await door.signUp({ email });
    const { id } = (await door.ask('POST', '/api/users/sync', { token, body: {} })).json();
    return { cookie, token, id, email };
  };
  const withPassword = (email: string) =>
    door.ask('POST', '/api/auth/sign-in/email', { body: { email, password: somebody.password } });

  it('is not opened by an e-mail that the university does not vouch for', async () => {
    const own = await signUp('zoe@northfield.edu');
    member('zoe', { email_verified: false });
    const browser = new Browser();
    expect(await browser.signIn('zoe')).toBe('/sign-in?campus=email-taken');
    expect((await door.ask('GET', '/api/auth/token', { cookie: browser.cookie })).statusCode).toBe(401);
    expect((await withPassword(own.email)).statusCode).toBe(200);
  });

  it('passes to whoever proves the e-mail, and whoever made it is out of it at once', async () => {
    const squatter = await signUp('ned@northfield.edu');
    door.clock.move(1000);
    member('ned', { name: 'Ned True' });
    const browser = new Browser();
    expect(await browser.signIn('ned')).toBe('/signed-in');
    expect(await browser.person()).toMatchObject({ id: squatter.id, name: 'Ned True' });
    expect((await withPassword(squatter.email)).json()).toMatchObject({ code: 'credentials-wrong' });
    expect((await door.ask('GET', '/api/auth/token', { cookie: squatter.cookie })).statusCode).toBe(401);
    const stale = await door.ask('POST', '/api/users/sync', { token: squatter.token, body: {} });
    expect(stale.statusCode).toBe(401);
  });

  it('passes with what is on its way into it by the password', async () => {
    const { email } = await signUp('max@northfield.edu');
    const gate = new HashingGate();
    const slow = await openTestAccounts({ beside: door, hashing: { derive: gate.derive } });
    gate.close();
    const answer = slow.ask('POST', '/api/auth/sign-in/email', { body: { ...somebody, email } });
    await expect.poll(() => gate.held).toBe(1);
    member('max');
    await new Browser().signIn('max');
    gate.open();
    expect((await answer).json()).toMatchObject({ code: 'credentials-wrong' });
    const { id } = (
      await door.context.database.orm.select().from(identityUsers).where(eq(identityUsers.email, email))
    )[0]!;
    const sessions = await door.context.database.orm.$count(
      identitySessions,
      eq(identitySessions.userId, id),
    );
    expect(sessions).toBe(1);
    await slow.close();
  });

  it('whose own e-mail is proven is opened beside its password', async () => {
    member('eve');
    await new Browser().signIn('eve');
    member('eve2', { email: 'eve@northfield.edu' });
    const browser = new Browser();
    expect(await browser.signIn('eve2')).toBe('/signed-in');
    expect((await browser.person()).id).toBe((await stored('eve@northfield.edu'))!.id);
  });
});

describe('a way back', () => {
  const refusedOf = async (change: (question: URL) => void, forged: Record<string, unknown> | null) => {
    member('ivy');
    const browser = new Browser();
    const question = await browser.setOff();
    change(question);
    campus.forged = forged;
    return browser.comeBack(await browser.signInThere(question, 'ivy'));
  };

  it.each([
    ['another nonce', (question: URL) => question.searchParams.set('nonce', 'n'.repeat(32)), null],
    ['a token of another issuer', () => {}, { iss: 'https://evil.example' }],
    ['a token for another market', () => {}, { aud: 'another', azp: 'another' }],
    ['a token made for somebody else', () => {}, { aud: ['bookswap', 'another'], azp: 'another' }],
    ['a token that has ended', () => {}, { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['a token of another person', () => {}, { sub: 'dean' }],
    ['a token without a nonce', () => {}, { nonce: undefined }],
  ])('with %s opens nothing', async (_name, change, forged) =>
    expect(await refusedOf(change, forged)).toBe('/sign-in?campus=refused'),
  );

  it('with a code that was invented, or another browser’s state, opens nothing', async () => {
    member('ivy');
    const browser = new Browser();
    const back = new URL(await browser.signInThere(await browser.setOff(), 'ivy'));
    const invented = new URL(back);
    invented.searchParams.set('code', 'invented');
    const before = browser.cookie;
    expect(await browser.comeBack(invented.href)).toBe('/sign-in?campus=refused');
    // A state opens once, also for whoever it belongs to.
    expect(await browser.comeBack(back.href, before)).toBe('/sign-in?campus=expired');

    const victim = new Browser();
    await victim.setOff();
    const attacker = new Browser();
    const theirs = await attacker.signInThere(await attacker.setOff(), 'ivy');
    expect(await victim.comeBack(theirs, victim.cookie)).toBe('/sign-in?campus=expired');
    expect(await victim.comeBack(`${TEST_ORIGIN}/api/auth/callback/campus`)).toBe('/sign-in?campus=expired');
  });

  it('is asked of this product’s pages only, and not without end', async () => {
    const foreign = await door.ask('GET', '/api/auth/campus', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.headers.location).toBe('/sign-in');
    expect(foreign.cookies).toEqual([]);
    const from = '203.0.113.7';
    const start = async () => (await door.ask('GET', '/api/auth/campus', { from })).headers.location!;
    expect(await start()).toContain(campus.issuer);
    await door.context.database.orm.update(identityAttempts).set({ attempts: 600 });
    for (let index = 0; index < 6; index += 1) expect(await start()).toContain(campus.issuer);
    expect(await start()).toBe('/sign-in?campus=busy');
    expect((await door.ask('GET', '/api/auth/campus')).headers.location).toContain(campus.issuer);
  });
});

it('the university being away is said, and it is found again when it is back', async () => {
  await campus.close();
  const other = await openTestAccounts({ campus: { issuer: campus.issuer, ...campusClient }, beside: door });
  const start = async () => (await other.ask('GET', '/api/auth/campus')).headers.location!;
  expect(await start()).toBe('/sign-in?campus=unavailable');
  await campus.open();
  expect(await start()).toContain(`${campus.issuer}/auth?`);
  await other.close();
});

it('without a university there is no such address', async () => {
  const plain = await openTestAccounts();
  expect((await plain.ask('GET', '/api/auth/campus')).statusCode).toBe(404);
  expect((await plain.ask('GET', '/api/auth/callback/campus')).statusCode).toBe(404);
  await plain.close();
});
