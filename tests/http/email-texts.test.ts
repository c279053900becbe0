import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { queuedEmails } from '#platform/server/mail/table.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

/** What email programs turn into links. */
const LINKS =
  /[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61][\p{L}\p{N}]{2,}|:[/\\\uff0f]|[:/\\]{2}|[^\s\u2060][@\uff20][^\s\u2060]|\d(?:[\s().+/-]{0,3}\d){6,}/u;
const LURE =
  'evil.example www.evil.example/login HTTPS://evil.example mailto:eve@evil.example tel:5550199 +1 (555) 010-9999 evil\uff0eexample evil\u3002example';
const NAME = 'Eve of evil.example';

let app: TestApp;
let admin: TestClient;
let eve: TestClient;
let maya: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  eve = await app.signedInClient(NAME);
  maya = await app.signedInClient('Maya evil.example', 'maya@northfield.example');
  await app.database.pool.query('UPDATE users SET email_verified = true');
});
afterAll(() => app.stop());

const withoutOwnLinks = (text: string, publicUrl: string) =>
  text
    .split(publicUrl)
    .map((part, index) => (index === 0 ? part : part.replace(/^\/[\w/?=-]*/, '')))
    .join('');

/** All delivered emails, without the links to our own pages. */
async function delivered(): Promise<{ subject: string; body: string }[]> {
  const { jobs, dataDir, publicUrl } = app.app.context;
  const waiting = async () => {
    await jobs.runNow('send-email');
    return (await app.database.orm.select().from(queuedEmails)).length;
  };
  await expect.poll(waiting).toBe(0);
  const outbox = join(dataDir, 'mail-outbox');
  return readdirSync(outbox).map((name) => {
    const text = readFileSync(join(outbox, name), 'utf8');
    const end = text.indexOf('\n\n');
    const subject = /^Subject: (.*)$/m.exec(text.slice(0, end))![1]!;
    return { subject, body: withoutOwnLinks(text.slice(end), publicUrl) };
  });
}

it('contain no text of users that becomes a link, and none at all in the subject', async () => {
  const book = { title: LURE, author: LURE, condition: 'Good', price: 100 };
  const bookId = (await maya.post('/api/books', book)).body.id;
  const conversationId = (await eve.post('/api/conversations', { bookId })).body.id;
  await maya.patch('/api/users/me/notifications', { mailMessages: true });
  await eve.post('/api/messages', { conversationId, content: LURE });
  app.clock.advance({ minutes: 61 });
  await app.app.context.jobs.runNow('send-due-emails');
  await admin.send('DELETE', `/api/admin/books/${bookId}?note=${encodeURIComponent(LURE)}`);
  const form = { name: LURE, email: 'tom@northfield.example', subject: LURE, message: `${LURE}\n${LURE}` };
  await app.visitor().post('/api/support', form);
  const [{ id }] = (await admin.get('/api/admin/support')).body;
  await admin.post(`/api/admin/support/${id}/answer`, { answer: 'We look into it' });
  const visitor = app.visitor();
  await visitor.post('/api/auth/forgot-password', { email: 'maya@northfield.example' });
  const mails = await delivered();
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set([
      'Confirm your email for BookSwap',
      'Reset your BookSwap password',
      'You have an unread message on BookSwap',
      'A decision about your listing',
      'Answer from BookSwap Help & Support',
    ]),
  );
  for (const { body } of mails) expect(body).not.toMatch(LINKS);
  const shown = mails.map(({ body }) => body.replaceAll('\u2060', ''));
  expect(shown.filter((body) => body.includes(LURE))).toHaveLength(3);
  expect(shown.filter((body) => body.includes(NAME))).toHaveLength(1);
});

it('contain none either where an administrator gets a message to support', async () => {
  const database = await createTestDatabase({ own: true });
  const mailing = await TestApp.start({
    database,
    variables: {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'books@northfield.example',
      ADMIN_EMAILS: 'ruth@northfield.example',
    },
  });
  const form = { name: LURE, email: 'tom@northfield.example', subject: LURE, message: LURE };
  await mailing.visitor().post('/api/support', form);
  const mails = await mailing.database.orm.select().from(queuedEmails);
  expect(mails).toMatchObject([{ subject: 'New message to Help & Support' }]);
  expect(withoutOwnLinks(mails[0]!.body, mailing.app.context.publicUrl)).not.toMatch(LINKS);
  expect(mails[0]!.body.replaceAll('\u2060', '')).toContain(LURE);
  await mailing.stop();
  await database.close();
});
