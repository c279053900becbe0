import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from 'pg';
import { createFakePageSource } from '../../support/fakes/fake-page-source.ts';
import { newId } from '#platform/server/new-id.ts';
import { photoUrl } from '#features/photos/stored-photo.ts';
import { TestApp, type TestClient } from '../../support/server/test-app.ts';

let app: TestApp;
let user: TestClient;
let others: TestClient[];
/** Holds a lock for which every read of courses and photos waits. */
let session: Client;
/** Outside of that transaction, in which the list of sessions would stay the same. */
let observer: Client;

beforeAll(async () => {
  const pages = createFakePageSource();
  const renderer = async () => {
    const fake = await pages.renderer();
    const readCourse = 'GET /api/courses/:code';
    return {
      ...fake,
      renderPage: async (page: Parameters<typeof fake.renderPage>[0]) => {
        const params = { code: page.url.split('/').at(-1) };
        // As a loader that prefetches several things.
        await Promise.allSettled(Array.from({ length: 3 }, () => page.transport(readCourse, { params })));
        return fake.renderPage(page);
      },
    };
  };
  app = await TestApp.start({ unlimited: false, pages: { ...pages, renderer } });
  user = await app.signedInClient();
  others = await Promise.all(
    ['Ada Lin', 'Bo Diaz', 'Cy Okoro', 'Di Novak'].map((name) => app.signedInClient(name)),
  );
  session = await app.database.openSession();
  observer = await app.database.openSession();
});
beforeEach(async () => {
  await session.query('BEGIN; LOCK TABLE courses, photos IN ACCESS EXCLUSIVE MODE');
});
afterAll(async () => {
  await session.end();
  await observer.end();
  await app.stop();
});

/** The status of a request that comes from this address. */
function ask(path: string, localAddress: string, token: string | null = null): Promise<number> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request(new URL(path, app.address), { localAddress, agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', reject)
      .end();
  });
}

/** The same for what a visitor writes. */
function write(path: string, body: object, localAddress: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(
      new URL(path, app.address),
      { method: 'POST', localAddress, agent: false, headers },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode!));
      },
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const waitingForLock = async () => {
  const { rows } = await observer.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'courses|photos|notices|support_messages'`,
  );
  return rows[0].count as number;
};

const waitingInTurn = () => app.app.context.endpoints.turns.waiting;

it.each([
  ['endpoints', (at: number) => `/api/courses/S${at}`, 404],
  ['an endpoint with a cache', (at: number) => `/api/courses?search=st${at}`, 200],
  ['pages', (at: number) => `/course/S${at}`, 200],
  ['photos', () => photoUrl(newId(new Date())), 404],
])(
  'one address holds two connections with %s; its other reads wait, and nobody else',
  async (_, path, status) => {
    const before = await ask('/api/books', '127.0.0.2');
    const flood = Array.from({ length: 12 }, (_one, at) => ask(path(at), '127.0.0.2'));
    await expect.poll(waitingInTurn).toBe(10);
    await expect.poll(waitingForLock).toBe(2);

    // Another address, the users of this address, and what is cached.
    expect(await ask('/api/books?subject=History', '127.0.0.3')).toBe(200);
    expect(await ask('/api/books?subject=Biology', '127.0.0.2', await user.token())).toBe(200);
    expect([before, await ask('/api/books', '127.0.0.2')]).toEqual([200, 200]);
    expect(await waitingForLock()).toBe(2);

    await session.query('COMMIT');
    expect(await Promise.all(flood)).toEqual(flood.map(() => status));
  },
);

it.each([
  ['links of notices', '/api/notices/confirm', (at: number) => ({ token: `none ${at}` }), 404],
  [
    'messages to support',
    '/api/support',
    (at: number) => ({
      name: 'Maya',
      email: `maya${at}@northfield.example`,
      subject: 'Listing',
      message: 'How can I list a book?',
    }),
    202,
  ],
  [
    'notices',
    '/api/notices',
    (at: number) => ({
      url: `/page/${at}`,
      reason: 'It is a scanned copy.',
      endangersChild: true,
      goodFaith: true,
    }),
    201,
  ],
])('one address holds two connections with %s that visitors write', async (_, path, body, status) => {
  await session.query('LOCK TABLE notices, support_messages IN ACCESS EXCLUSIVE MODE');
  const flood = Array.from({ length: 8 }, (_one, at) => write(path, body(at), '127.0.0.4'));
  await expect.poll(waitingInTurn).toBe(6);
  await expect.poll(waitingForLock).toBe(2);
  expect(await ask('/api/books?subject=Law', '127.0.0.3')).toBe(200);
  await session.query('COMMIT');
  expect(await Promise.all(flood)).toEqual(flood.map(() => status));
});

it('one address has two pictures for link previews drawn at a time, and its others wait', async () => {
  await session.query('COMMIT');
  const listing = { author: 'Gilbert Strang', subject: 'Mathematics', condition: 'Good', price: 1_000 };
  const books = await Promise.all(
    Array.from({ length: 6 }, async (_, at) =>
      user.post('/api/books', { ...listing, title: `Volume ${at}` }),
    ),
  );
  const isFree = Promise.withResolvers<void>();
  const busy = app.app.context.services.shareImages.run(() => isFree.promise);
  const flood = books.map(({ body }) => ask(`/book/${body.id}/share.png`, '127.0.0.5'));
  await expect.poll(waitingInTurn).toBe(4);
  isFree.resolve();
  await busy;
  expect(await Promise.all(flood)).toEqual(flood.map(() => 200));
});

it('one account holds two connections with its own data, and four at one address leave two', async () => {
  const [ada, bo, cy, di] = await Promise.all(others.map((other) => other.token()));
  const start = (token: string | null) =>
    Array.from({ length: 5 }, () => ask('/api/users/me/courses', '127.0.0.2', token));
  const flood = start(await user.token());
  await expect.poll(waitingInTurn).toBe(3);
  await expect.poll(waitingForLock).toBe(2);
  for (const token of [ada!, bo!, cy!]) flood.push(...start(token));
  await expect.poll(waitingInTurn).toBe(14);
  await expect.poll(waitingForLock).toBe(6);
  expect(await ask('/api/books?subject=Chemistry', '127.0.0.3')).toBe(200);
  expect(await ask('/api/favorites', '127.0.0.3', di)).toBe(200);
  await session.query('COMMIT');
  expect(await Promise.all(flood)).toEqual(flood.map(() => 200));
});

it('messages over the sockets of an account take its turns, too', async () => {
  const sockets = await Promise.all([1, 2, 3].map(() => user.connect()));
  const conversationId = crypto.randomUUID();
  await session.query('LOCK TABLE conversations IN ACCESS EXCLUSIVE MODE');
  for (const socket of sockets)
    socket.send({
      type: 'send_message',
      conversationId,
      content: 'Hi',
      clientMessageId: crypto.randomUUID(),
    });
  await expect.poll(waitingInTurn).toBe(1);
  await session.query('COMMIT');
  for (const socket of sockets) await socket.next('error');
});

it('one account holds two connections with public reads', async () => {
  const token = await user.token();
  const flood = Array.from({ length: 12 }, (_one, at) => ask(`/api/courses/T${at}`, '127.0.0.2', token));
  await expect.poll(waitingInTurn).toBe(10);
  expect(await ask('/api/books?subject=Physics', '127.0.0.2')).toBe(200);
  await session.query('COMMIT');
  expect(await Promise.all(flood)).toEqual(flood.map(() => 404));
});
