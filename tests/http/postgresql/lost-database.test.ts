/** What users see while PostgreSQL is lost, and that nothing is acknowledged that is not stored. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

const BACK_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;

let proxy: DatabaseProxy;
let database: Database;
let app: TestApp;
let [priya, tom]: TestClient[] = [];
let bookId: string;
let conversationId: string;

/** Renders the list of books as text. */
const pages = () => {
  const source = createFakePageSource();
  return {
    ...source,
    renderer: async () => {
      const fake = await source.renderer();
      const renderPage: typeof fake.renderPage = async (request) => {
        const { data } = await request.transport('GET /api/books', { query: {} });
        return { ...(await fake.renderPage(request)), body: JSON.stringify(data) };
      };
      return { ...fake, renderPage };
    },
  };
};

beforeAll(async () => {
  proxy = await startDatabaseProxy((await createTestDatabase()).url);
  database = await openDatabase({ url: proxy.url, dataDir: '', log: createRecordingLog() });
  app = await TestApp.start({ database, pages: pages() });
  priya = await app.signedInClient('Priya');
  tom = await app.signedInClient('Tom');
  await app.verifyEmails();
  bookId = (await priya.post('/api/books', algorithms)).body.id;
  conversationId = (await tom.post('/api/conversations', { bookId })).body.id;
});
afterAll(async () => {
  await app.stop();
  await database.close();
  await proxy.close();
});

const statusOf = async (path: string) => (await app.visitor().get(path)).status;
const isBack = async () => {
  await expect.poll(() => statusOf('/readyz'), { timeout: BACK_WITHIN_MS }).toBe(200);
};

it('serves pages of the last minute, marked as old, and refuses the rest with 503', async () => {
  for (const path of ['/', '/api/books', `/api/books/${bookId}`]) expect(await statusOf(path)).toBe(200);
  await Promise.all([priya!.token(), tom!.token()]);
  await proxy.cut();
  app.clock.advance(20_000);
  for (const path of ['/api/books', `/api/books/${bookId}`]) {
    const { status, headers, body } = await app.visitor().get(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(algorithms.title);
    expect(headers.get('warning')).toBe('110 - "Response is Stale"');
    expect([headers.get('age'), headers.get('cache-control')]).toEqual(['20', 'no-store']);
  }
  const page = await app.visitor().get('/');
  expect([page.status, page.headers.get('age')]).toEqual([200, '20']);
  expect(page.body).toMatch(
    /<div id="stale-page-notice"[^>]*>[^<]*This is up to a minute old\.<\/div><div id="root">/,
  );
  const refused = await tom!.get(`/api/conversations/${conversationId}/messages`);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    503,
    'application/problem+json; charset=utf-8',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusOf('/api/books?search=biology')).toBe(503);

  app.clock.advance(MINUTE_MS);
  for (const path of ['/', '/api/books', `/api/books/${bookId}`]) expect(await statusOf(path)).toBe(503);
  await proxy.restore();
  await isBack();
  const fresh = await app.visitor().get('/');
  expect([fresh.status, fresh.headers.get('warning')]).toEqual([200, null]);
  expect(fresh.body).not.toContain('a minute old');
});

it('serves nothing that was changed before the outage', async () => {
  expect(await statusOf('/api/books')).toBe(200);
  await priya!.patch(`/api/books/${bookId}`, { title: 'Another title' });
  await proxy.cut();
  expect(await statusOf('/api/books')).toBe(503);
  await proxy.restore();
  await isBack();
});

it('acknowledges no message that is not stored, and takes it once afterwards', async () => {
  const clientMessageId = randomUUID();
  const send = () => tom!.post('/api/messages', { conversationId, content: 'Still there?', clientMessageId });
  const stored = async () =>
    (await app.database.pool.query('SELECT id FROM messages WHERE conversation_id = $1', [conversationId]))
      .rows;
  await tom!.token();
  await proxy.cut();
  expect(await send()).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
  await proxy.restore();
  await isBack();
  expect(await stored()).toEqual([]);
  const [first, second] = [await send(), await send()];
  expect([first.status, second.body.id]).toEqual([200, first.body.id]);
  expect(await stored()).toHaveLength(1);
});

it('logs an outage as one short line a second, however many requests it refuses', async () => {
  const { logStream, lines } = recordLogLines();
  const busy = await TestApp.start({ database, logStream, variables: { LOG_LEVEL: 'warn' } });
  await proxy.cut();
  const start = performance.now();
  const ask = () => busy.visitor().get('/api/books?search=biology');
  for (let round = 0; round < 5; round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 20 }, ask))) expect(status).toBe(503);
  const seconds = (performance.now() - start) / 1_000;
  const refused = lines.filter(({ msg }) => msg === 'request refused temporarily');
  expect(lines.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(Math.ceil(seconds));
  for (const line of refused) {
    expect(line).toMatchObject({
      code: 'service-unavailable',
      route: '/api/books',
      reason: expect.any(String),
    });
    expect(JSON.stringify(line).length).toBeLessThan(400);
  }
  await proxy.restore();
  await isBack();
  await busy.stop();
});

it('logs an outage as one short line a second, however many messages of sockets it refuses', async () => {
  const { logStream, lines } = recordLogLines();
  const busy = await TestApp.start({ database, logStream, variables: { LOG_LEVEL: 'warn' } });
  const socket = await (await busy.signedInClient('Sam')).connect();
  await proxy.cut();
  const start = performance.now();
  const message = { type: 'send_message', conversationId, content: 'Still there?' };
  for (let sent = 0; sent < 50; sent += 1) socket.send({ ...message, clientMessageId: randomUUID() });
  const refusals = () => socket.all('error').filter(({ code }) => code === 'service-unavailable');
  await socket.until(() => refusals().length === 50, 'the refusal of each message');
  const seconds = (performance.now() - start) / 1_000;
  const refused = () => lines.filter(({ msg }) => msg === 'message refused temporarily');
  expect(refused().length).toBeLessThanOrEqual(Math.ceil(seconds));
  // The last line of a second counts the rest.
  const count = () => refused().reduce((sum, { messages }) => sum + Number(messages), 0);
  await expect.poll(count).toBe(50);
  expect(lines.filter(({ type }) => type === 'send_message')).toEqual(refused());
  for (const line of refused())
    expect(line).toMatchObject({ code: 'service-unavailable', type: 'send_message' });
  await proxy.restore();
  await isBack();
  await busy.stop();
});
