import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dailyBudgets, secondsToNextDay } from '#features/accounts/budget-rules.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

let app: TestApp;
let admin: TestClient;
let seller: TestClient;
let buyer: TestClient;
let stranger: TestClient;
let bookId: string;
let messageId: string;

beforeAll(async () => {
  app = await TestApp.start();
  [admin, seller, buyer, stranger] = await Promise.all([
    app.signedInClient('Ruth Ellery', 'ruth@northfield.example'),
    app.signedInClient('Daniel Osei', 'daniel@northfield.example'),
    app.signedInClient('Maya Lindgren', 'maya@northfield.example'),
    app.signedInClient('Eve Stone'),
  ]);
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  bookId = (await seller.post('/api/books', algorithms)).body.id;
  messageId = (await write(seller, 'Pay me first')).id;
});
beforeEach(async () => {
  await app.database.pool.query('DELETE FROM reports');
  await app.database.pool.query('DELETE FROM cases');
});
afterAll(() => app.stop());

async function write(from: TestClient, content: string): Promise<{ id: string }> {
  const { body } = await buyer.post('/api/conversations', { bookId });
  return (await from.post('/api/messages', { conversationId: body.id, content })).body;
}
const report = (by: TestClient, kind: string, id: string, more: object = {}) =>
  by.post('/api/reports', { kind, id, reason: 'spam', ...more });
const cases = async () => (await admin.get('/api/staff/cases')).body;
const dismiss = (id: string) => admin.post(`/api/staff/cases/${id}/close`, { note: '' });

it('concerns an object that its reporter can see and does not own', async () => {
  const conversationId = (await buyer.post('/api/conversations', { bookId })).body.id;
  await buyer.send('PUT', `/api/blocks/${seller.id}`);
  const unseen = (await seller.post('/api/messages', { conversationId, content: 'You will hear of me' }))
    .body;
  await buyer.delete(`/api/blocks/${seller.id}`);
  const gone = (await seller.post('/api/books', algorithms)).body.id;
  await seller.delete(`/api/books/${gone}`);
  for (const [by, kind, id, status, code] of [
    [buyer, 'book', bookId, 200],
    [stranger, 'book', bookId, 200],
    [stranger, 'user', seller.id, 200],
    [buyer, 'message', messageId, 200],
    [seller, 'book', bookId, 409, 'cannot-report-own'],
    [seller, 'user', seller.id, 409, 'cannot-report-own'],
    [seller, 'message', messageId, 404, 'message-not-found'],
    [stranger, 'message', messageId, 404, 'message-not-found'],
    [buyer, 'message', unseen.id, 404, 'message-not-found'],
    [buyer, 'book', gone, 404, 'book-not-found'],
    [buyer, 'user', randomUUID(), 404, 'user-not-found'],
    [app.visitor(), 'book', bookId, 401, 'sign-in-required'],
  ] as const) {
    const { status: answered, body } = await report(by, kind, id);
    expect([kind, answered, body.code]).toEqual([kind, status, code]);
  }
  expect((await report(buyer, 'book', bookId, { reason: 'dull' })).status).toBe(400);
  expect((await report(buyer, 'book', bookId, { text: 'x'.repeat(1001) })).status).toBe(400);
  expect(await cases()).toHaveLength(3);
});

it('exists once while it is open, also with repeated and concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(buyer, 'message', messageId)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const [{ id, reports }] = await cases();
  expect(reports).toBe(1);
  await dismiss(id);
  expect((await report(buyer, 'message', messageId)).body.id).not.toBe(answers[0]!.body.id);
  expect(await cases()).toMatchObject([{ id, state: 'open', reports: 2 }]);
});

it('has a limit per user and day, and the error says when it ends', async () => {
  await setUsage(app, buyer.id, 'reports', dailyBudgets.reports - 1);
  expect((await report(buyer, 'user', seller.id)).status).toBe(200);
  const seconds = secondsToNextDay(app.clock.now());
  const refused = await report(buyer, 'book', bookId);
  expect([refused.status, refused.body.code]).toEqual([429, 'daily-limit-reached']);
  expect(Number(refused.headers.get('retry-after'))).toBe(seconds);
  expect(refused.body.detail).toContain('tomorrow');
  expect((await report(stranger, 'book', bookId)).status).toBe(200);
  app.clock.advance({ seconds: seconds - 60 });
  const nearly = await report(buyer, 'book', bookId);
  expect(Number(nearly.headers.get('retry-after'))).toBe(60);
  app.clock.advance({ minutes: 1 });
  expect((await report(buyer, 'book', bookId)).status).toBe(200);
});

it('of a process of the version before gets the case of its object, and is counted', async () => {
  const older = (reporter: TestClient, status: string) =>
    app.database.pool.query(
      `INSERT INTO reports (id, reporter_id, kind, user_id, book_id, reason, status, handled_at, created_at)
      VALUES (gen_random_uuid(), $1, 'book', $2, $3, 'unsafe', $4, CASE WHEN $4 <> 'open' THEN now() END, now())`,
      [reporter.id, seller.id, bookId, status],
    );
  await older(stranger, 'dismissed');
  await app.app.context.jobs.runNow('add-older-reports');
  expect(await cases()).toEqual([]);
  await older(buyer, 'open');
  await older(stranger, 'acted');
  await app.app.context.jobs.runNow('add-older-reports');
  expect(await cases()).toMatchObject([{ target: { type: 'book', id: bookId }, state: 'open', reports: 3 }]);
  const [{ id }] = await cases();
  expect((await admin.get(`/api/staff/cases/${id}`)).body.history).toHaveLength(3);
  const { body: log } = await admin.get('/api/admin/audit?limit=3');
  expect(log.map(({ details }: { details: object }) => details)).toEqual(
    Array.from({ length: 3 }, () => ({ reason: 'scam' })),
  );
});

it('is part of its reporter’s data export, and of no other', async () => {
  const exported = async (user: TestClient) => (await user.get('/api/users/me/export')).body.reports;
  await report(buyer, 'book', bookId, { text: 'Not what it says' });
  expect(await exported(buyer)).toMatchObject([
    { kind: 'book', id: bookId, text: 'Not what it says', status: 'open' },
  ]);
  expect(await exported(seller)).toEqual([]);
});
