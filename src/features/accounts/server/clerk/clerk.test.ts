import { afterAll, beforeAll, expect, it } from 'vitest';
import { clerkKeys, FakeClerk } from '#tests/support/fakes/fake-clerk.ts';
import { dailyBudgets } from '../../budget-rules.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { banEmail } from '../bans/ban-email.ts';

let clerk: FakeClerk;
let app: TestApp;

beforeAll(async () => {
  clerk = await FakeClerk.start();
  app = await TestApp.start({
    clerkFetch: clerk.fetch,
    variables: {
      CLERK_PUBLISHABLE_KEY: clerkKeys.publishableKey,
      CLERK_SECRET_KEY: clerkKeys.secretKey,
      ADMIN_EMAILS: 'dean@northfield.edu',
    },
  });
});
afterAll(async () => {
  await app.stop();
  await clerk.stop();
});

const tokenOf = (claims: Record<string, unknown> = {}) => {
  const person = { sub: 'user_maya', email: 'Maya@northfield.edu', email_verified: true, name: 'Maya Ross' };
  return clerk.sign(app.clock.now(), { azp: app.address, ...person, ...claims });
};
const sync = async (claims: Record<string, unknown> = {}) => {
  const authorization = `Bearer ${await tokenOf(claims)}`;
  return app.visitor().send('POST', '/api/users/sync', {}, { authorization });
};
const seconds = () => Math.floor(app.clock.now().getTime() / 1000);

it('finds the same user for each token of Clerk', async () => {
  const { status, body } = await sync({ picture: 'https://img.clerk.com/maya' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ email: 'maya@northfield.edu', name: 'Maya Ross', isAdmin: false });
  expect((await sync({ azp: app.address.replace('127.0.0.1', 'localhost') })).body.id).toBe(body.id);
  const { rows } = await app.database.pool.query('select issuer, subject, email_verified from users');
  expect(rows).toEqual([{ issuer: 'clerk', subject: 'user_maya', email_verified: true }]);
});

it.each([
  ['made for another page', () => ({ azp: 'https://evil.example' })],
  ['that does not say for which', () => ({ azp: undefined })],
  ['of a session with tasks before it', () => ({ sts: 'pending' })],
  ['that has ended', () => ({ exp: seconds() - 6 })],
  ['that is not good yet', () => ({ nbf: seconds() + 6 })],
  ['of another application', () => ({ iss: 'https://clerk.other.example' })],
  ['without the e-mail, which its dashboard is to put in', () => ({ email: undefined })],
])('refuses a token %s', async (_name, claims) => {
  const { status, body } = await sync(claims());
  expect([status, body.code]).toEqual([401, 'invalid-token']);
});

it('accepts a few seconds of difference between the clocks', async () => {
  expect((await sync({ exp: seconds() - 4 })).status).toBe(200);
  expect((await sync({ nbf: seconds() + 4 })).status).toBe(200);
});

it('makes an administrator by public metadata, or by a verified email', async () => {
  const isAdmin = async (claims: Record<string, unknown>) => (await sync(claims)).body.isAdmin;
  const dean = { sub: 'user_dean', email: 'dean@northfield.edu' };
  expect(await isAdmin({ ...dean, email_verified: false })).toBe(false);
  expect(await isAdmin({ ...dean, email_verified: 'true' })).toBe(false);
  expect(await isAdmin(dean)).toBe(true);
  const zoe = { sub: 'user_zoe', email: 'zoe@northfield.edu' };
  expect(await isAdmin({ ...zoe, metadata: { isAdmin: 'true' } })).toBe(false);
  expect(await isAdmin({ ...zoe, isAdmin: true })).toBe(false);
  expect(await isAdmin({ ...zoe, metadata: { isAdmin: true } })).toBe(true);
  expect(await isAdmin(zoe)).toBe(false);
});

it('refuses an email of another account', async () => {
  await sync();
  const { status, body } = await sync({ sub: 'user_other', email: 'maya@northfield.edu' });
  expect([status, body.code]).toEqual([409, 'email-linked-to-other-account']);
});

it('gives an unverified email to the user who has verified it, at the first token and later', async () => {
  for (const former of [undefined, 'own@northfield.edu']) {
    const email = `vic.${former === undefined ? 'first' : 'later'}@northfield.edu`;
    const squatter = { sub: `squatter of ${email}`, email, email_verified: false };
    const owner = { sub: `owner of ${email}`, email };
    const { id } = (await sync(squatter)).body;
    if (former !== undefined) expect((await sync({ ...owner, email: former })).status).toBe(200);
    expect((await sync({ ...owner, email_verified: false })).body.code).toBe('email-linked-to-other-account');
    const taken = await sync(owner);
    expect([taken.status, taken.body.email]).toEqual([200, email]);
    expect(taken.body.id).not.toBe(id);
    expect((await sync(squatter)).body.code).toBe('email-linked-to-other-account');
  }
});

it('refuses a change to a banned email', async () => {
  const { context } = app.app;
  const banned = { email: 'bad@northfield.edu', secrets: context.secrets, now: app.clock.now() };
  await context.database.transaction((tx) => banEmail(tx, banned));
  const fresh = { sub: 'user_fresh', email: 'fresh@northfield.edu' };
  const { body } = await sync(fresh);
  const moved = await sync({ ...fresh, email: banned.email });
  expect([moved.status, moved.body.code]).toEqual([403, 'email-banned']);
  expect((await sync(fresh)).body).toEqual(body);
});

it('leaves what was used today with the mailbox, when an account changes to another email', async () => {
  const email = 'moving@northfield.edu';
  const { body } = await sync({ sub: 'user_moving', email });
  await setUsage(app, body.id, 'listings', dailyBudgets.listings);
  expect((await sync({ sub: 'user_moving', email: 'moved@northfield.edu' })).body.id).toBe(body.id);
  const again = { sub: 'user_again', email };
  expect((await sync(again)).status).toBe(200);
  const authorization = `Bearer ${await tokenOf(again)}`;
  const posted = await app.visitor().send('POST', '/api/books', algorithms, { authorization });
  expect([posted.status, posted.body.code]).toEqual([429, 'daily-limit-reached']);
});

it('mounts no other sign-in', async () => {
  const visitor = app.visitor();
  const person = { name: 'Ed', email: 'ed@northfield.edu', password: 'correct horse' };
  expect((await visitor.post('/api/auth/sign-up/email', person)).status).toBe(404);
  expect((await visitor.post('/api/auth/sign-in/email', person)).status).toBe(404);
  for (const path of ['token', 'jwks', 'get-session', 'campus'])
    expect((await visitor.get(`/api/auth/${path}`)).status).toBe(404);
});

it('deletes a deleted user at Clerk once it is available, and refuses their tokens', async () => {
  const removing = 'delete-clerk-user';
  const { jobs } = app.app.context;
  const deletions = () => clerk.asked.filter((call) => call === 'DELETE /v1/users/user_gone').length;
  // The queue or this test, whichever runs the job first.
  const deliverAgain = async (times: number) => {
    await expect
      .poll(async () => {
        await jobs.runNow(removing).catch(() => {});
        return deletions();
      })
      .toBeGreaterThanOrEqual(times);
  };
  const gone = { sub: 'user_gone', email: 'gone@northfield.edu' };
  const { body } = await sync(gone);
  clerk.status = 503;
  await app.app.accounts.deleteUser(body.id);
  expect((await sync(gone)).status).toBe(401);
  // Clerk does not know yet, and issues further tokens.
  app.clock.advance({ minutes: 1 });
  expect((await sync(gone)).status).toBe(401);
  app.clock.advance({ days: 40 });
  await jobs.runNow('purge-expired-identities');
  expect((await sync(gone)).status).toBe(401);
  await deliverAgain(1);
  const before = deletions();
  // Deleted there in the meantime.
  clerk.status = 404;
  await deliverAgain(before + 1);
  const times = deletions();
  await jobs.runNow(removing);
  expect(deletions()).toBe(times);
});

it.each([
  ['no time of the sign-in', {}, 'sign-in-again'],
  ['a sign-in of eleven minutes ago', { fva: [11, -1] }, 'sign-in-again'],
  ['a sign-in that never was', { fva: [-1, -1] }, 'sign-in-again'],
  ['something else', { fva: 'now' }, 'sign-in-again'],
  ['a sign-in of ten minutes ago', { fva: [10, -1] }, undefined],
])('an account whose token names %s is deleted with a fresh sign-in only', async (_, claims, code) => {
  const leaving = { sub: 'user_leaving', email: 'leaving@northfield.edu', ...claims };
  const authorization = `Bearer ${await tokenOf(leaving)}`;
  const confirm = { confirm: leaving.email };
  const { body } = await app.visitor().send('DELETE', '/api/users/me', confirm, { authorization });
  expect(body).toMatchObject(code === undefined ? { removed: true } : { code });
});
