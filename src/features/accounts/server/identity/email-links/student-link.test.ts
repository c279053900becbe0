import { afterAll, beforeAll, expect, it } from 'vitest';
import { clerkKeys, FakeClerk } from '#tests/support/fakes/fake-clerk.ts';
import { readOutbox, readVerificationToken } from '#tests/support/product/read-outbox.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

const YEAR_MS = 365 * 86_400_000;
let clerk: FakeClerk;
let app: TestApp;

beforeAll(async () => {
  clerk = await FakeClerk.start();
  app = await TestApp.start({
    clerkFetch: clerk.fetch,
    variables: {
      CLERK_PUBLISHABLE_KEY: clerkKeys.publishableKey,
      CLERK_SECRET_KEY: clerkKeys.secretKey,
      CAMPUS_NAME: 'Northfield University',
      CAMPUS_EMAIL_DOMAINS: 'northfield.example',
    },
  });
});
afterAll(async () => {
  await app.stop();
  await clerk.stop();
});

type Claims = { email?: string; email_verified?: boolean };

/** A user of Clerk, whose tokens repeat that the email is verified, and never say when. */
async function student(sub: string, own: Claims = {}) {
  const post = async (path: string, body: object, claims: Claims = {}) => {
    const person = { sub, name: 'Maya', email: `${sub}@northfield.example`, email_verified: true };
    const token = await clerk.sign(app.clock.now(), { azp: app.address, ...person, ...own, ...claims });
    return app.visitor().send('POST', path, body, { authorization: `Bearer ${token}` });
  };
  const sync = async (claims?: Claims) => (await post('/api/users/sync', {}, claims)).body;
  const { id } = await sync();
  const emails = () => readOutbox(app, id);
  return {
    id,
    sync,
    emails,
    requestLink: (claims?: Claims) => post('/api/auth/send-verification-email', {}, claims),
    newestLink: () => readVerificationToken(app, id),
    open: (token: string, claims?: Claims) => post('/api/auth/verify-email', { token }, claims),
  };
}

const afterDays = async (days: number) => {
  app.clock.advance({ days });
  await app.app.context.jobs.runNow('keep-student-badges');
};
const yearFromNow = () => new Date(app.clock.now().getTime() + YEAR_MS).toISOString();

it('is not confirmed by signing in again', async () => {
  const maya = await student('maya');
  const until = yearFromNow();
  for (const days of [100, 200, 90]) {
    await afterDays(days);
    expect((await maya.sync()).studentUntil).toBe(until);
  }
  await afterDays(5);
  expect(await maya.sync()).toMatchObject({ studentUniversity: null, studentUntil: until });
});

it('is confirmed by an emailed link, also after the badge has ended', async () => {
  const zoe = await student('zoe');
  for (const days of [360, 500]) {
    await afterDays(days);
    expect((await zoe.requestLink()).status).toBe(202);
    expect((await zoe.open(await zoe.newestLink())).status).toBe(200);
    expect(await zoe.sync()).toMatchObject({
      studentUniversity: 'Northfield University',
      studentUntil: yearFromNow(),
    });
  }
  const [mail] = (await zoe.emails()).filter((text) => text.includes('verify-email'));
  expect(mail).toContain('Subject: Confirm your student email for BookSwap');
  expect(mail).not.toContain('password');
});

it('is not confirmed by an old link, one for another account or email, or one that was changed', async () => {
  const [ada, ben] = [await student('ada'), await student('ben')];
  await ada.requestLink();
  const link = await ada.newestLink();
  const codeOf = async (opened: ReturnType<typeof ada.open>) => (await opened).body.code;
  expect(await codeOf(ben.open(link))).toBe('link-for-other-account');
  expect(await codeOf(ben.open(link.replace(ada.id, ben.id)))).toBe('link-expired');
  expect(await codeOf(ada.open(`${link.slice(0, -2)}xx`))).toBe('link-expired');
  expect(await codeOf(ada.open('nothing'))).toBe('link-expired');
  await ada.sync({ email: 'ada.new@northfield.example' });
  expect(await codeOf(ada.open(link, { email: 'ada.new@northfield.example' }))).toBe('link-expired');
  await ada.sync();
  app.clock.advance({ hours: 25 });
  expect(await codeOf(ada.open(link))).toBe('link-expired');
});

it('is not confirmed by changing the email at Clerk and back', async () => {
  const eve = await student('eve');
  const until = yearFromNow();
  await afterDays(300);
  const elsewhere = await eve.sync({ email: 'eve@mail.example' });
  expect(elsewhere).toMatchObject({ studentUniversity: null, studentUntil: null });
  const back = await eve.sync();
  expect(back).toMatchObject({ studentUniversity: 'Northfield University', studentUntil: until });
  const other = await eve.sync({ email: 'eve.two@northfield.example' });
  expect(other).toMatchObject({ studentUniversity: 'Northfield University', studentUntil: until });
});

it('is confirmed when Clerk has verified an unverified email', async () => {
  const kim = await student('kim');
  await afterDays(300);
  expect(await kim.sync({ email_verified: false })).toMatchObject({ studentUntil: null });
  expect(await kim.sync()).toMatchObject({ studentUntil: yearFromNow() });
});

it('has no link for emails that Clerk has not verified or that are of no university', async () => {
  const lee = await student('lee', { email_verified: false });
  expect((await lee.requestLink()).body.code).toBe('identity-managed-elsewhere');
  const ann = await student('ann', { email: 'ann@mail.example' });
  expect((await ann.requestLink()).body.code).toBe('email-already-verified');
});

it('emails a few links an hour at most', async () => {
  const tom = await student('tom');
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await tom.requestLink()).status);
  expect(answers).toEqual([202, 202, 202, 202, 202, 429]);
});
