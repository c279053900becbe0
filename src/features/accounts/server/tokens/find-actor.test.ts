import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  openTestAccounts,
  outcome,
  student,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { identityUsers, users } from '../table.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { deleteIdentity } from '../deletion/delete-user.ts';
import { signTestToken } from '#tests/support/fakes/sign-test-token.ts';

const bearer = (token: string) => ({
  ip: '127.0.0.1',
  userAgent: '',
  authorization: `Bearer ${token}`,
  language: 'en' as const,
});

const accounts = setUpTestAccounts({
  adminEmails: ['Boss@Northfield.edu'],
  campuses: [{ domain: 'demo.example', university: 'Northfield' }],
});

const stored = () => accounts.context.database.orm.select().from(users);
const grant = (email: string) => accounts.context.database.transaction((tx) => grantAdmin(tx, email));
const verify = (email: string) =>
  accounts.context.database.orm
    .update(identityUsers)
    .set({ emailVerified: true })
    .where(eq(identityUsers.email, email));

describe('the first token', () => {
  it('creates the user once, synced or not, for any number of concurrent requests', async () => {
    const { token } = await accounts.signUp();
    expect(await stored()).toHaveLength(0);
    const actors = await Promise.all(Array.from({ length: 8 }, () => accounts.authenticate(bearer(token))));
    const [user, ...others] = await stored();
    expect(others).toHaveLength(0);
    expect(user).toMatchObject({
      issuer: EMBEDDED_ISSUER,
      email: student.email,
      name: student.name,
      isAdmin: false,
    });
    expect(user!.createdAt).toEqual(accounts.clock.now());
    expect(new Set(actors.map((actor) => actor?.id))).toEqual(new Set([user!.id]));
    expect(new Set(accounts.changed)).toEqual(new Set([user!.id]));
  });

  it('tells the socket its session and when it expires', async () => {
    const { token } = await accounts.signUp();
    const found = await accounts.authenticateToken(token);
    expect(found).toEqual({
      actor: { id: (await stored())[0]!.id, roles: [], pausedUntil: null },
      sessionId: expect.any(String),
      expiresAt: new Date('2026-09-01T08:05:00Z'),
    });
    expect(await accounts.authenticateToken('nonsense')).toBeNull();
  });

  it('is refused with its own error if another identity has the email', async () => {
    await accounts.context.database.orm.insert(users).values({
      id: '01a19b7c-0000-7000-8000-000000000001',
      issuer: 'https://elsewhere.example',
      subject: 'x',
      email: 'MAYA.ross@northfield.edu',
      name: 'Maya',
      createdAt: accounts.clock.now(),
    });
    const { token } = await accounts.signUp();
    const answer = await accounts.sync(token);
    expect(outcome(answer)).toEqual([409, 'email-linked-to-other-account']);
    expect(await stored()).toHaveLength(1);
  });

  it('does not restore a deleted user, who can sign up again', async () => {
    const { token, cookie } = await accounts.signUp();
    const actor = (await accounts.authenticate(bearer(token)))!;
    const [user] = await stored();
    accounts.clock.advance(MINUTE_MS);
    await accounts.context.database.transaction(async (tx) => {
      await deleteIdentity(tx, user!, accounts.clock.now());
      await tx.delete(users).where(eq(users.id, actor.id));
    });
    expect(await accounts.authenticate(bearer(token))).toBeNull();
    expect((await accounts.sync(token)).json().code).toBe('invalid-token');
    expect(await accounts.tokenStatus(cookie)).toBe(401);
    expect(await stored()).toHaveLength(0);
    accounts.clock.advance(MINUTE_MS);
    const again = await accounts.signUp();
    expect((await accounts.authenticate(bearer(again.token)))?.id).not.toBe(actor.id);
  });
});

describe('an administrator', () => {
  const boss = { email: 'boss@northfield.edu' };

  it('has a listed and verified email', async () => {
    const { token, cookie } = await accounts.signUp(boss);
    expect((await accounts.sync(token)).json().isAdmin).toBe(false);
    await verify(boss.email);
    const verifiedToken = await accounts.tokenOf(cookie);
    expect(await accounts.authenticate(bearer(verifiedToken))).toMatchObject({ roles: ['admin'] });
    expect((await accounts.sync(verifiedToken)).json().isAdmin).toBe(true);
    expect((await stored())[0]).toMatchObject({ isAdmin: true, adminGranted: false });
  });

  it('is one as long as the token says so, or granted by the operator', async () => {
    const { cookie } = await accounts.signUp(boss);
    await verify(boss.email);
    const token = await accounts.tokenOf(cookie);
    expect(await accounts.authenticate(bearer(token))).toMatchObject({ roles: ['admin'] });
    const unlisted = await openTestAccounts({ beside: accounts, adminEmails: [] });
    expect(await unlisted.authenticate(bearer(token))).toMatchObject({ roles: [] });
    expect((await stored())[0]!.isAdmin).toBe(false);
    expect(await grant(' BOSS@northfield.edu')).toMatchObject({ emailVerified: true });
    expect(await unlisted.authenticate(bearer(token))).toMatchObject({ roles: ['admin'] });
    expect(await grant('nobody@northfield.edu')).toBeNull();
    await unlisted.close();
  });

  it('can be granted for an unverified email, which the operator is told', async () => {
    const { token } = await accounts.signUp();
    await accounts.authenticate(bearer(token));
    expect(await grant(student.email)).toMatchObject({ emailVerified: false });
    expect(await accounts.authenticate(bearer(token))).toMatchObject({ roles: ['admin'] });
  });

  it('is not made by the body of a request', async () => {
    const { token } = await accounts.signUp();
    expect((await accounts.sync(token, { isAdmin: true })).json().isAdmin).toBe(false);
  });
});

describe('sync', () => {
  /** The same user, with other claims. */
  const tokenWith = async (token: string, changes: object) => {
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;
    return signTestToken(accounts.context, { ...payload, ...changes });
  };

  it('returns the stored user, and the same one again', async () => {
    const { token } = await accounts.signUp();
    const body = { email: ' Maya.Ross@northfield.edu', name: 'Maya Ross', profileImage: null };
    const first = (await accounts.sync(token, body)).json();
    const { name, email } = student;
    const createdAt = '2026-09-01T08:00:00.000Z';
    expect(first).toMatchObject({ name, email, emailVerified: false, isAdmin: false, createdAt });
    expect((await accounts.sync(token, body)).json()).toEqual(first);
    expect((await accounts.sync(token)).json()).toEqual(first);
    // Published once, for the creation: nothing has changed since.
    expect(accounts.changed).toEqual([first.id]);
  });

  it('refuses the email of another user', async () => {
    const { token } = await accounts.signUp();
    const answer = await accounts.sync(token, { email: 'other.student@northfield.edu' });
    expect(outcome(answer)).toEqual([403, 'user-mismatch']);
    expect((await accounts.ask('POST', '/api/users/sync', { body: {} })).json().code).toBe(
      'sign-in-required',
    );
  });

  it('updates the email always, name and image until the user edits them', async () => {
    const { token } = await accounts.signUp();
    const { id } = (await accounts.sync(token)).json();
    const [email, profileImage] = ['maya@northfield.edu', 'https://x.example/1.png'];
    const renamed = await tokenWith(token, { email, name: 'Maya R.', picture: profileImage });
    expect((await accounts.sync(renamed)).json()).toMatchObject({ email, name: 'Maya R.', profileImage });
    expect(accounts.changed).toEqual([id, id]);
    await accounts.context.database.orm
      .update(users)
      .set({ name: 'Mine', profileEditedAt: accounts.clock.now() })
      .where(eq(users.id, id));
    const next = { email: 'm@northfield.edu', name: 'Not mine', picture: 'https://x.example/2.png' };
    const kept = (await accounts.sync(await tokenWith(token, next), { name: 'Nor this' })).json();
    expect(kept).toMatchObject({ email: next.email, name: 'Mine', profileImage });
  });

  it('takes a name from the body, but no image', async () => {
    const { token } = await accounts.signUp();
    const answer = await accounts.sync(token, {
      name: '  M. Ross ',
      profileImage: 'https://tracker.example/pixel.png',
    });
    expect(answer.json()).toMatchObject({ name: 'M. Ross', profileImage: null });
    expect((await accounts.sync(token, { name: 'x'.repeat(201) })).statusCode).toBe(400);
  });

  it('refuses an email of another account', async () => {
    const other = await accounts.signUp({ email: 'other@northfield.edu' });
    await accounts.sync(other.token);
    const { token } = await accounts.signUp();
    await accounts.sync(token);
    const answer = await accounts.sync(await tokenWith(token, { email: 'other@northfield.edu' }));
    expect(outcome(answer)).toEqual([409, 'email-linked-to-other-account']);
  });
});

describe('the users of the demo campus', () => {
  const person = {
    name: 'Demo Admin',
    email: 'Admin@demo.example',
    password: 'bookswap-demo',
    isAdmin: true,
    createdAt: new Date('2026-01-01T00:00:00Z'),
  };

  it('can sign in, and are created once', async () => {
    const { id } = await accounts.createDemoUser(person);
    expect(await accounts.createDemoUser(person)).toEqual({ id });
    const signedIn = await accounts.signIn({ email: person.email, password: person.password });
    const token = await accounts.tokenOf(toCookieHeader(signedIn));
    const own = (await accounts.sync(token)).json();
    expect(own).toMatchObject({
      id,
      isAdmin: true,
      university: 'Northfield',
      studentUniversity: expect.any(String),
      createdAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('cannot sign in without a password', async () => {
    const { password: _, ...seller } = person;
    await accounts.createDemoUser({ ...seller, isAdmin: false });
    const answer = await accounts.signIn({ email: person.email, password: 'undefined' });
    expect(answer.statusCode).toBe(401);
  });
});
