import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { users } from '#features/accounts/server/table.ts';
import { auditEntries } from '#features/audit/server/table.ts';
import { queuedEmails } from '#platform/server/mail/table.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { supportPersonalData } from './personal-data.ts';
import { supportMessages } from './table.ts';

const words = {
  name: ' Maya Lindgren ',
  email: 'Maya@Northfield.Example',
  subject: 'I cannot sign in',
  message: 'Since this morning.\r\nWhat can I do?',
};

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterEach(async () => {
  await app.database.orm.delete(supportMessages);
  app.clock.advance({ hours: 2 });
});
afterAll(() => app.stop());

const stored = () => app.database.orm.select().from(supportMessages);
const write = (visitor: TestClient, changes: object = {}) =>
  visitor.post('/api/support', { ...words, ...changes });
const inbox = async (query = '') => (await admin.get(`/api/admin/support${query}`)).body;
const prove = (person: TestClient) =>
  app.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));

describe('the contact form', () => {
  it('stores messages of visitors and of users, with normalized text', async () => {
    const person = await app.signedInClient();
    const reply = await write(app.visitor());
    expect([reply.status, reply.body]).toEqual([202, { received: true }]);
    app.clock.advance({ minutes: 1 });
    await write(person, { email: 'another@northfield.example' });
    expect(await inbox()).toEqual([
      {
        id: expect.any(String),
        userId: null,
        name: 'Maya Lindgren',
        email: 'maya@northfield.example',
        subject: 'I cannot sign in',
        message: 'Since this morning.\nWhat can I do?',
        language: 'en',
        status: 'open',
        answer: null,
        closedAt: null,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ userId: person.id, email: 'another@northfield.example' }),
    ]);
  });

  it.each([
    ['name', 'a space', ' '],
    ['email', 'half an address', 'maya.ross@northfield'],
    ['subject', 'nothing', ''],
    ['subject', 'two lines', 'two\nlines'],
    ['message', 'empty lines', '\n\n'],
    ['message', 'a letter too many', 'a'.repeat(5_001)],
  ])('needs a %s other than %s', async (field, _what, value) => {
    const { status, body } = await write(app.visitor(), { [field]: value });
    expect([status, body.errors[0].path]).toEqual([400, field]);
    expect(await stored()).toEqual([]);
  });

  it('responds as usual, and stores nothing, when the hidden field is filled in', async () => {
    const reply = await write(app.visitor(), { homepage: 'https://pills.example' });
    expect([reply.status, reply.body]).toEqual([202, { received: true }]);
    expect(await stored()).toEqual([]);
  });

  it('stores the same message once, and a second click does not count', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write(app.visitor())));
    expect(await stored()).toHaveLength(1);
  });

  it('stores the same message with a corrected address, and counts it for the same user', async () => {
    const person = await app.signedInClient();
    await write(person, { email: 'maya@northfield.exmaple' });
    expect((await write(person)).status).toBe(202);
    expect((await stored()).map(({ email }) => email).toSorted()).toEqual([
      'maya@northfield.example',
      'maya@northfield.exmaple',
    ]);
    for (const name of ['a', 'b', 'c']) await write(person, { email: `${name}@northfield.example` });
    const refused = await write(person, { email: 'd@northfield.example' });
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
    expect(refused.body.detail).toMatch(/^You've sent several messages already/);
    expect(Number(refused.headers.get('retry-after'))).toBe(720);
    expect((await write(person)).status).toBe(202);
    expect(await stored()).toHaveLength(5);
  });

  it('is limited by the address in the form, which does not limit the user who owns it', async () => {
    const person = await app.signedInClient('Maya', words.email.toLowerCase());
    for (let number = 1; number <= 5; number++) await write(app.visitor(), { subject: `Flood ${number}` });
    const refused = await write(app.visitor());
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
    expect(refused.body.detail).toMatch(/^You've sent several messages already/);
    expect(Number(refused.headers.get('retry-after'))).toBe(720);
    expect((await write(app.visitor(), { email: 'maya+again@northfield.example' })).status).toBe(429);
    expect((await write(person)).status).toBe(202);
    expect((await write(app.visitor(), { email: 'tom@northfield.example' })).status).toBe(202);
    app.clock.advance({ minutes: 61 });
    expect((await write(app.visitor())).status).toBe(202);
  });

  it('is limited by network only for floods, and not for signed-in users', async () => {
    const person = await app.signedInClient();
    // Requests with the hidden field count, too, and are the cheapest here.
    const replies = await Promise.all(
      Array.from({ length: 101 }, () => write(app.visitor(), { homepage: 'https://pills.example' })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await write(person)).status).toBe(202);
  });
});

it('is limited by network for all accounts without a verified email, however many there are', async () => {
  const [person, another] = [await app.signedInClient(), await app.signedInClient()];
  await app.database.orm.update(users).set({ emailVerified: false }).where(eq(users.id, person.id));
  const send = (by: TestClient) => write(by, { homepage: 'https://pills.example' });
  const replies = await Promise.all(Array.from({ length: 101 }, () => send(person)));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  await prove(another);
  expect((await write(another)).status).toBe(202);
  expect((await write(app.visitor())).status).toBe(202);
});

describe('administrators', () => {
  const send = async (subject: string) => {
    await write(app.visitor(), { subject, email: `${crypto.randomUUID()}@northfield.example` });
    app.clock.advance({ minutes: 1 });
  };

  it('list open messages the oldest first and closed ones the newest first, in pages', async () => {
    for (const subject of ['one', 'two', 'three', 'four']) await send(subject);
    const open = await inbox();
    for (const { id } of open.slice(0, 3)) await admin.post(`/api/admin/support/${id}/close`);
    expect(await inbox()).toMatchObject([{ subject: 'four' }]);
    expect((await admin.get('/api/admin/support/summary')).body).toEqual({ open: 1, mail: 'outbox' });
    const first = await admin.get('/api/admin/support?status=closed&limit=2');
    expect(first.body).toMatchObject([{ subject: 'three' }, { subject: 'two' }]);
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    expect((await admin.get(next)).body).toMatchObject([{ subject: 'one', status: 'closed' }]);
  });

  it('page through open messages as well', async () => {
    for (const subject of ['one', 'two', 'three']) await send(subject);
    const first = await admin.get('/api/admin/support?limit=2');
    expect(first.body).toMatchObject([{ subject: 'one' }, { subject: 'two' }]);
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    expect((await admin.get(next)).body).toMatchObject([{ subject: 'three' }]);
  });

  it('answer by email, which closes the message and writes an audit entry without its text', async () => {
    await send('one');
    const [{ id, email }] = await inbox();
    const answered = await admin.post(`/api/admin/support/${id}/answer`, {
      answer: 'Try the new\npassword.',
    });
    expect(answered.body).toMatchObject({ status: 'answered', answer: 'Try the new\npassword.' });
    const { dataDir, jobs } = app.app.context;
    await jobs.runNow('send-email');
    const outbox = join(dataDir, 'mail-outbox');
    const lying = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    const mail = lying.find((text) => text.startsWith(`To: ${email}\n`));
    expect(mail).toContain(
      'Subject: Answer from BookSwap Help & Support\n\nHi Maya Lindgren,\n\nTry the new\npassword.\n',
    );
    expect(mail).toContain('> Since this morning.\n> What can I do?');
    expect(mail).not.toContain('ruth@');
    const written = await app.database.orm.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    expect(written).toMatchObject([
      { actorId: admin.id, action: 'support-answered', targetKind: 'support', details: {} },
    ]);
    for (const verb of ['answer', 'close', 'reopen']) {
      const again = await admin.post(`/api/admin/support/${id}/${verb}`, { answer: 'Once more' });
      expect([verb, again.status, again.body.code]).toEqual([verb, 409, 'support-message-already-closed']);
    }
  });

  it('get an error for the second of two concurrent answers', async () => {
    await send('one');
    const [{ id }] = await inbox();
    const replies = await Promise.all(
      ['First', 'Second'].map((answer) => admin.post(`/api/admin/support/${id}/answer`, { answer })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('close without an answer, and reopen', async () => {
    await send('one');
    const [{ id }] = await inbox();
    expect((await admin.post(`/api/admin/support/${id}/close`)).body).toMatchObject({ status: 'closed' });
    expect((await admin.post(`/api/admin/support/${id}/reopen`)).body).toMatchObject({
      status: 'open',
      closedAt: null,
    });
    expect((await admin.post(`/api/admin/support/${crypto.randomUUID()}/close`)).status).toBe(404);
    const blank = await admin.post(`/api/admin/support/${id}/answer`, { answer: ' ' });
    expect([blank.status, blank.body.errors[0].path]).toEqual([400, 'answer']);
  });
});

it('exports and deletes only a user’s own messages, those by address only once it is verified', async () => {
  const person = await app.signedInClient('Ida', 'ida@northfield.example');
  await write(person, { email: 'elsewhere@northfield.example', subject: 'signed in' });
  app.clock.advance({ seconds: 1 });
  await write(app.visitor(), { email: 'ida@northfield.example', subject: 'signed out' });
  await write(app.visitor(), { subject: 'of another user' });
  const subjects = async () =>
    (
      (await supportPersonalData.export!(app.database, person.id, localeOfTests())) as { subject: string }[]
    ).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['signed in']);
  await prove(person);
  expect(await subjects()).toEqual(['signed in', 'signed out']);
  const email = 'ida@northfield.example';
  const leaving = { id: person.id, email, mailbox: email };
  await app.database.transaction((tx) => supportPersonalData.remove!(tx, leaving, app.clock.now()));
  expect(await stored()).toMatchObject([{ subject: 'of another user' }]);
});

it('deletes messages closed a year ago, and no open ones', async () => {
  await write(app.visitor(), { subject: 'waits' });
  app.clock.advance({ minutes: 1 });
  await write(app.visitor(), { subject: 'settled' });
  const [, { id }] = await inbox();
  await admin.post(`/api/admin/support/${id}/close`);
  app.clock.advance({ days: 364 });
  await app.app.context.jobs.runNow('delete-old-support-messages');
  expect(await stored()).toHaveLength(2);
  app.clock.advance({ days: 2 });
  await app.app.context.jobs.runNow('delete-old-support-messages');
  expect(await stored()).toMatchObject([{ subject: 'waits' }]);
});

it('emails messages to the administrators if SMTP is configured, with the writer as the reply address', async () => {
  // No SMTP server listens there: emails wait in the queue.
  const database = await createTestDatabase({ own: true });
  const mailing = await TestApp.start({
    database,
    variables: {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'books@northfield.example',
      ADMIN_EMAILS: 'ruth@northfield.example, tom@northfield.example',
    },
  });
  const person = await mailing.signedInClient();
  const replies = [
    await write(mailing.visitor()),
    await write(mailing.visitor()),
    await write(person, { subject: 'Signed in' }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
  await write(mailing.visitor(), { subject: 'Buy pills', homepage: 'https://pills.example' });
  const all = await mailing.database.orm.select().from(queuedEmails).orderBy(queuedEmails.recipient);
  const waiting = all.filter(({ subject }) => subject === 'New message to Help & Support');
  const about = { 'I cannot sign in': null, 'Signed in': person.id };
  for (const [subject, id] of Object.entries(about)) {
    expect(waiting.filter(({ body }) => body.includes(`writes about '${subject}':`))).toMatchObject(
      ['ruth', 'tom'].map((name) => ({
        recipient: `${name}@northfield.example`,
        replyTo: 'maya@northfield.example',
        aboutUserId: id,
        body: expect.stringContaining(id === null ? '(not signed in' : '(signed in)'),
      })),
    );
  }
  expect(waiting).toHaveLength(4);
  expect(waiting[0]!.body).toContain('Since this morning.\nWhat can I do?');
  await mailing.stop();
  await database.close();
});
