import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dailyBudgets, secondsToNextDay } from '#features/accounts/budget-rules.ts';
import { grantAdmin } from '#features/accounts/server/users/grant-admin.ts';
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
beforeEach(async () => void (await app.database.pool.query('DELETE FROM reports')));
afterAll(() => app.stop());

async function write(from: TestClient, content: string): Promise<{ id: string }> {
  const { body } = await buyer.post('/api/conversations', { bookId });
  return (await from.post('/api/messages', { conversationId: body.id, content })).body;
}
const report = (by: TestClient, kind: string, id: string, more: object = {}) =>
  by.post('/api/reports', { kind, id, reason: 'spam', ...more });
const queue = async (query = '') => (await admin.get(`/api/admin/reports${query}`)).body;
const nextOf = (headers: Headers) => /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];

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
  expect(await queue()).toHaveLength(4);
});

it('exists once while it is open, also with repeated and concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(buyer, 'message', messageId)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const [{ id }] = await queue();
  await admin.patch(`/api/admin/reports/${id}`, { status: 'dismissed' });
  expect((await report(buyer, 'message', messageId)).body.id).not.toBe(id);
  const again = await admin.patch(`/api/admin/reports/${id}`, { status: 'open' });
  expect([again.status, again.body.code]).toEqual([409, 'report-already-open']);
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

it('shows administrators the reported object, the reporter and the responsible user, and nothing around it', async () => {
  await write(buyer, 'Between us: my number is 555 0100');
  await report(buyer, 'message', messageId, { reason: 'unsafe', text: ' Wants money first. ' });
  const reportedAt = app.clock.now().toISOString();
  app.clock.advance({ seconds: 1 });
  await report(stranger, 'user', seller.id);
  const [first, second] = await queue();
  expect(first).toEqual({
    id: first.id,
    kind: 'message',
    hasSale: false,
    reason: 'unsafe',
    text: 'Wants money first.',
    status: 'open',
    createdAt: reportedAt,
    handledAt: null,
    reporter: { id: buyer.id, name: 'Maya Lindgren', email: 'maya@northfield.example' },
    reported: { id: seller.id, name: 'Daniel Osei', email: 'daniel@northfield.example' },
    otherOpenReports: 1,
    book: { id: bookId, title: algorithms.title, isDeleted: false },
    review: null,
    message: { id: messageId, content: 'Pay me first', createdAt: expect.any(String) },
  });
  expect(second).toMatchObject({ kind: 'user', otherOpenReports: 1, book: null, message: null });
});

it('is handled in order, and the audit log records it', async () => {
  const ids: string[] = [];
  for (const by of [buyer, stranger]) {
    ids.push((await report(by, 'book', bookId)).body.id);
    app.clock.advance({ minutes: 1 });
  }
  const first = await admin.get('/api/admin/reports?limit=1');
  const second = await admin.get(nextOf(first.headers)!);
  expect([first.body[0].id, second.body[0].id, nextOf(second.headers)]).toEqual([...ids, undefined]);

  expect((await admin.get('/api/admin/reports/summary')).body).toEqual({ open: 2 });
  for (const id of ids) {
    const answer = await admin.patch(`/api/admin/reports/${id}`, { status: 'acted' });
    expect(answer.body).toMatchObject({ status: 'acted', handledAt: app.clock.now().toISOString() });
    await admin.patch(`/api/admin/reports/${id}`, { status: 'acted' });
  }
  expect(await queue()).toEqual([]);
  expect((await admin.get('/api/admin/reports/summary')).body).toEqual({ open: 0 });
  expect((await queue('?status=acted')).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  const { body: log } = await admin.get('/api/admin/audit');
  expect(log.filter(({ targetId }: { targetId: string }) => ids.includes(targetId))).toHaveLength(2);
  expect(log[0]).toMatchObject({
    actor: { id: admin.id },
    action: 'report-handled',
    targetKind: 'report',
    targetId: ids[1],
    details: { status: 'acted', kind: 'book', userId: seller.id },
  });
  expect((await admin.patch(`/api/admin/reports/${randomUUID()}`, { status: 'acted' })).status).toBe(404);
  expect((await buyer.get('/api/admin/reports')).status).toBe(403);
});

it('is part of its reporter’s data export, and of no other', async () => {
  const exported = async (user: TestClient) => (await user.get('/api/users/me/export')).body.reports;
  await report(buyer, 'book', bookId, { text: 'Not what it says' });
  expect(await exported(buyer)).toMatchObject([
    { kind: 'book', id: bookId, text: 'Not what it says', status: 'open' },
  ]);
  expect(await exported(seller)).toEqual([]);
});
