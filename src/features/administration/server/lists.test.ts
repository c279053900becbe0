import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { administrationEndpoints } from '../contract.ts';

let app: TestApp;
let admin: TestClient;
let maya: TestClient;
let lucia: TestClient;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  app.clock.advance({ minutes: 1 });
  maya = await app.signedInClient('Maya Lindgren', 'maya_l@northfield.example');
  app.clock.advance({ minutes: 1 });
  lucia = await app.signedInClient('Lucía Fernández', 'lucia@westbrook.example');
  await list(maya, 'Campbell Biology', { isbn: '9780134093413', author: 'Lisa A. Urry' });
  await list(maya, 'Calculus', { author: 'Michael Spivak' });
  await list(lucia, 'Organic Chemistry', { author: 'Jonathan Clayden' });
  await maya.patch(`/api/books/${ids.Calculus}`, { isSold: true });
  await list(lucia, 'Taken back');
  await lucia.delete(`/api/books/${ids['Taken back']}`);
});
afterAll(() => app.stop());

async function list(seller: TestClient, title: string, fields: object = {}) {
  app.clock.advance({ minutes: 1 });
  const book = { title, author: 'Another Author', condition: 'Good', price: 4_500, ...fields };
  ids[title] = (await seller.post('/api/books', book)).body.id;
}
const titles = async (query = '') =>
  (await admin.get(`/api/admin/books${query}`)).body.map((book: { title: string }) => book.title);
const names = async (query = '') =>
  (await admin.get(`/api/admin/users${query}`)).body.map((user: { name: string }) => user.name);

describe('all books', () => {
  it('are listed with their sellers, the newest first, including sold ones, without deleted ones', async () => {
    const { body } = await admin.get('/api/admin/books');
    expect(body.map((book: { title: string }) => book.title)).toEqual([
      'Organic Chemistry',
      'Calculus',
      'Campbell Biology',
    ]);
    expect(body[1]).toMatchObject({
      isActive: false,
      seller: { id: maya.id, name: 'Maya Lindgren', email: 'maya_l@northfield.example' },
    });
  });

  it.each([
    ['biol', ['Campbell Biology']],
    ['URRY campbell', ['Campbell Biology']],
    ['978-0-13-409341-3', ['Campbell Biology']],
    ['0134093410', ['Campbell Biology']],
    ['maya', ['Calculus', 'Campbell Biology']],
    ['fernandez', ['Organic Chemistry']],
    ['maya_l@north', ['Calculus', 'Campbell Biology']],
    ['mayaXl', []],
    ['biol calculus', []],
    ['%', []],
    ["'; --", []],
  ])('are found by %s', async (search, found) => {
    expect(await titles(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });
});

describe('all users', () => {
  it('are listed the newest first, with the fields for administrators', async () => {
    expect(await names()).toEqual(['Lucía Fernández', 'Maya Lindgren', 'Ruth Ellery']);
    const [, seen, ruth] = (await admin.get('/api/admin/users')).body;
    expect(seen).toMatchObject({
      email: 'maya_l@northfield.example',
      university: null,
      totalSales: 1,
      activeListings: 1,
      isAdmin: false,
      studentUniversity: null,
    });
    expect(ruth.isAdmin).toBe(true);
  });

  it.each([
    ['lucia', ['Lucía Fernández']],
    ['FERNÁN', ['Lucía Fernández']],
    ['northfield', ['Maya Lindgren', 'Ruth Ellery']],
    ['lindgren maya', ['Maya Lindgren']],
    ['a_l', ['Maya Lindgren']],
    ['%', []],
    ['nobody', []],
  ])('are found by %s', async (search, found) => {
    expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });
});

const paged = Object.entries(administrationEndpoints).flatMap(([key, endpoint]) =>
  'paged' in endpoint ? [key.slice('GET '.length)] : [],
);

it.each(paged.flatMap((path) => [`${path}?`, `${path}?search=maya&`]))('%s has pages', async (path) => {
  const seen: unknown[] = [];
  for (let page: string | undefined = `${path}limit=1`; page !== undefined;) {
    const { body, headers } = await admin.get(page);
    seen.push(...body);
    page = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual((await admin.get(`${path}limit=50`)).body);
  expect(seen).not.toEqual([]);
});

it('counts books, users and active listings, and the activity of each day', async () => {
  expect((await admin.get('/api/admin/stats')).body).toEqual({
    totalBooks: 3,
    totalUsers: 3,
    activeListings: 2,
    courses: 0,
    wantedEntries: 0,
    reviews: 0,
  });
  app.clock.advance({ days: 1 });
  const about = { bookId: ids['Organic Chemistry'], sellerId: lucia.id };
  const { body: opened } = await maya.post('/api/conversations', about);
  const message = { conversationId: opened.id, content: 'Hello', clientMessageId: crypto.randomUUID() };
  const sent = await maya.post('/api/messages', message);
  expect(sent.status).toBeLessThan(300);
  await list(maya, 'Linear Algebra');
  const { body } = await admin.get('/api/admin/activity');
  expect(body.days).toHaveLength(14);
  expect(body.days.slice(-3)).toEqual([
    { day: '2026-08-31', listings: 0, messages: 0, income: 0 },
    { day: '2026-09-01', listings: 4, messages: 0, income: 0 },
    { day: '2026-09-02', listings: 1, messages: 1, income: 0 },
  ]);
  expect(body).toMatchObject({ payments: [], testMode: true });
  expect((await admin.get('/api/admin/setup')).body).toEqual({ mail: 'outbox' });
});
