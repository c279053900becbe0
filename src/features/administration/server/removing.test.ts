import { testMarket } from '#tests/support/test-market.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { hideListing } from '#tests/support/product/hide-listing.ts';
import { users } from '#features/accounts/server/table.ts';
import { sampleTextbooks } from '../rules.ts';
import { openVerificationLink } from '#tests/support/product/open-verification-link.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: TestClient;
let seller: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.edu');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.edu'));
  seller = await app.signedInClient('Daniel Okafor', 'daniel@northfield.edu');
});
afterAll(() => app.stop());

async function list(by: TestClient, title: string, price = 4_500): Promise<string> {
  app.clock.advance({ seconds: 1 });
  return (await by.post('/api/books', { title, author: 'A. Nother', condition: 'Good', price })).body.id;
}
type Entry = { action: string; targetId: string | null; details: object };
const written = async () => {
  const entries: Entry[] = (await admin.get('/api/admin/audit?limit=100')).body;
  return entries
    .filter(({ action }) => action !== 'measure-taken' && action !== 'case-closed')
    .map(({ action, targetId, details }) => ({ action, targetId, details }));
};
const mails = async () => (await app.database.pool.query('SELECT recipient, body FROM queued_emails')).rows;
const proveEmail = (of: TestClient) =>
  app.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, of.id));

describe('a book', () => {
  it('is deleted permanently, and cannot be restored', async () => {
    const id = await list(seller, 'Campbell Biology');
    const countBooks = async () => (await admin.get('/api/admin/stats')).body.totalBooks;
    const before = await countBooks();
    expect((await admin.get(`/api/admin/books/${id}/removal`)).body).toEqual({
      photos: 0,
      conversations: 0,
      favorites: 0,
    });
    expect(await admin.delete(`/api/admin/books/${id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await app.visitor().get(`/api/books/${id}`)).status).toBe(404);
    expect((await app.visitor().get('/api/books')).body).toEqual([]);
    expect(await countBooks()).toBe(before - 1);
    expect((await seller.post(`/api/books/${id}/restore`)).body.hiddenBy).toBe('removal');
    expect((await app.visitor().get(`/api/books/${id}`)).status).toBe(404);
    expect((await admin.delete(`/api/admin/books/${id}`)).body.code).toBe('book-not-found');
    expect((await admin.get(`/api/admin/books/${id}/removal`)).status).toBe(404);
    expect((await written())[0]).toEqual({
      action: 'book-deleted',
      targetId: id,
      details: { seller: seller.id },
    });
  });

  it('is deleted permanently also if its seller has just deleted it and could restore it', async () => {
    const id = await list(seller, 'Gone and back');
    await seller.delete(`/api/books/${id}`);
    expect((await admin.get(`/api/admin/books/${id}/removal`)).status).toBe(200);
    expect((await admin.delete(`/api/admin/books/${id}`)).status).toBe(200);
    expect((await written())[0]).toMatchObject({ action: 'book-deleted', targetId: id });
    // A request that started before the administrator's and waited for its lock has an earlier time.
    app.clock.advance({ seconds: -5 });
    expect(await seller.post(`/api/books/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'book-not-restorable' },
    });
    expect((await admin.delete(`/api/admin/books/${id}`)).status).toBe(404);
    app.clock.advance({ seconds: 5 });
    const past = await list(seller, 'Gone before');
    await seller.delete(`/api/books/${past}`);
    app.clock.advance({ seconds: 30 });
    expect((await admin.get(`/api/admin/books/${past}/removal`)).status).toBe(404);
    expect((await admin.delete(`/api/admin/books/${past}`)).status).toBe(404);
  });

  it('is announced to its seller by email, at a verified address', async () => {
    await admin.delete(`/api/admin/books/${await list(seller, 'Unproven')}`);
    await proveEmail(seller);
    await admin.delete(`/api/admin/books/${await list(seller, 'Proven')}`);
    const about = (await mails()).filter(({ body }) => body.includes('removed your listing'));
    expect(about.map(({ recipient }) => recipient)).toEqual(['daniel@northfield.edu']);
    expect(about[0].body).toContain('\nProven\n');
  });
});

describe('a user', () => {
  it('is deleted with all of their data, and cannot sign up again if banned', async () => {
    const leaving = await app.signedInClient('Priya Raman', 'priya@northfield.edu');
    await proveEmail(leaving);
    const id = await list(leaving, 'Calculus');
    await leaving.post('/api/favorites/toggle', { bookId: await list(seller, 'Kept') });
    expect((await admin.get(`/api/admin/users/${leaving.id}/removal`)).body).toEqual({
      emailVerified: true,
      otherAccounts: 0,
      listings: 1,
      conversations: 0,
      favorites: 1,
      payments: 0,
      runningSubscription: false,
    });
    const reply = await admin.delete(`/api/admin/users/${leaving.id}?ban=1`);
    expect(reply).toMatchObject({ status: 200, body: { deleted: true, banned: true } });
    expect((await leaving.get('/api/favorites')).status).toBe(401);
    expect((await app.visitor().get(`/api/books/${id}`)).status).toBe(404);
    expect((await written()).slice(0, 2).map(({ action, targetId }) => [action, targetId])).toEqual([
      ['email-barred', leaving.id],
      ['user-deleted', leaving.id],
    ]);
    const signUp = { name: 'Priya', email: 'Priya+2@northfield.edu', password: 'correct horse' };
    expect((await app.visitor().post('/api/auth/sign-up/email', signUp)).status).toBe(403);
    expect((await admin.delete(`/api/admin/users/${leaving.id}`)).body.code).toBe('user-not-found');
    expect((await admin.get(`/api/admin/users/${leaving.id}/removal`)).status).toBe(404);
  });

  it('is banned with all accounts that have verified the mailbox; others can no longer verify it', async () => {
    const signUp = (spelling: string) => app.signedInClient('Max Doe', `max${spelling}@northfield.edu`);
    const accounts = [await signUp(''), await signUp('+1'), await signUp('+2')];
    for (const account of accounts) await proveEmail(account);
    const stranger = await signUp('+stranger');
    expect((await admin.get(`/api/admin/users/${accounts[1]!.id}/removal`)).body.otherAccounts).toBe(2);
    expect((await admin.get(`/api/admin/users/${stranger.id}/removal`)).body.otherAccounts).toBe(0);
    expect((await admin.delete(`/api/admin/users/${stranger.id}?ban=1`)).body.banned).toBe(false);
    const second = await signUp('+second');
    const id = await list(accounts[2]!, 'Still here');
    expect((await admin.delete(`/api/admin/users/${accounts[1]!.id}?ban=1`)).body.banned).toBe(true);
    for (const account of accounts) expect((await account.get('/api/favorites')).status).toBe(401);
    expect((await app.visitor().get(`/api/books/${id}`)).status).toBe(404);
    expect(
      (await written())
        .slice(0, 4)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['email-barred', ...Array.from({ length: 3 }, () => 'user-deleted')]);
    expect((await second.get('/api/favorites')).status).toBe(200);
    expect(await openVerificationLink(app, second)).toMatchObject({
      status: 403,
      body: { code: 'email-banned' },
    });
  });

  it('is not banned if another account of the mailbox is an administrator', async () => {
    const leaving = await app.signedInClient('Ruth Ellery', 'ruth+2@northfield.edu');
    for (const account of [leaving, admin]) await proveEmail(account);
    const ola = await app.signedInClient('Ola Berg', 'ola@northfield.edu');
    await app.database.transaction((tx) => grantAdmin(tx, 'ola@northfield.edu'));
    expect((await ola.delete(`/api/admin/users/${leaving.id}?ban=1`)).body.code).toBe('cannot-delete-admin');
    // Nobody decides about another account of their own.
    expect((await admin.delete(`/api/admin/users/${leaving.id}`)).body.code).toBe('own-case');
    expect((await leaving.get('/api/favorites')).status).toBe(200);
  });

  it('does not take an email that it has not verified from its owner', async () => {
    const squatter = await app.signedInClient('Priya Raman', 'owner@northfield.edu');
    const listed = (await admin.get('/api/admin/users')).body.find(
      ({ id }: { id: string }) => id === squatter.id,
    );
    expect(listed.emailVerified).toBe(false);
    expect((await admin.get(`/api/admin/users/${squatter.id}/removal`)).body.emailVerified).toBe(false);
    const reply = await admin.delete(`/api/admin/users/${squatter.id}?ban=1`);
    expect(reply).toMatchObject({ status: 200, body: { deleted: true, banned: false } });
    expect((await written())[0]).toMatchObject({ action: 'user-deleted', targetId: squatter.id });
    app.clock.advance({ seconds: 2 });
    expect((await app.signedInClient('The Owner', 'owner@northfield.edu')).id).not.toBe(squatter.id);
  });

  it('is banned by an open page of the former version, too', async () => {
    const leaving = await app.signedInClient('Una Byrne', 'una@northfield.edu');
    await proveEmail(leaving);
    expect((await admin.delete(`/api/admin/users/${leaving.id}?bar=1`)).body.banned).toBe(true);
  });

  it('can sign up again without a ban', async () => {
    const leaving = await app.signedInClient('Tom Whitaker', 'tom@northfield.edu');
    expect((await admin.delete(`/api/admin/users/${leaving.id}`)).body.banned).toBe(false);
    app.clock.advance({ seconds: 2 });
    const again = await app.signedInClient('Tom Whitaker', 'tom@northfield.edu');
    expect(again.id).not.toBe(leaving.id);
  });

  it('cannot be deleted while they are an administrator', async () => {
    const before = await written();
    const other = await app.signedInClient('Sol Rivera', 'second@northfield.edu');
    await app.database.transaction((tx) => grantAdmin(tx, 'second@northfield.edu'));
    for (const id of [admin.id, other.id])
      expect(await admin.delete(`/api/admin/users/${id}?ban=1`)).toMatchObject({
        status: 409,
        body: { code: 'cannot-delete-admin' },
      });
    expect((await other.get('/api/admin/stats')).status).toBe(200);
    expect(await written()).toEqual(before);
  });
});

describe('test data', () => {
  it('is previewed, and deleted with the users who have no other data', async () => {
    const tester = await app.signedInClient('Tester', 'test01@northfield.edu');
    app.clock.advance({ seconds: 1 });
    const reserved = await app.signedInClient('Reserved', 'student@example.com');
    const keeper = await app.signedInClient('Keeper', 'test02@northfield.edu');
    const demo = await app.signedInClient('Demo', 'grace@demo.example');
    const expensive = await list(keeper, 'Test Preparation', 1_000);
    const removed = [await list(tester, 'Test', 999), await list(reserved, 'sample 2', 0)];
    removed.push(await list(keeper, 'asdf', 100));
    // A conversation keeps both of its participants, a test listing or not.
    const [asker, asked] = [
      await app.signedInClient('Asker', 'test03@northfield.edu'),
      await app.signedInClient('Asked', 'test04@northfield.edu'),
    ];
    const about = await list(asked, 'dummy', 100);
    removed.push(about);
    expect((await asker.post('/api/conversations', { bookId: about })).status).toBe(200);
    // Demo users are kept; their test listings are deleted like others.
    removed.push(await list(demo, 'test 1', 100));
    await list(seller, 'A Test of Time', 300);
    await list(seller, 'Testament', 300);

    const { body: shown } = await admin.get('/api/admin/cleanup-test-data');
    expect(shown.books.map((book: { id: string }) => book.id)).toEqual(removed);
    expect(shown.users.map((user: { email: string }) => user.email)).toEqual([
      'test01@northfield.edu',
      'student@example.com',
    ]);
    expect(shown.isComplete).toBe(true);

    const cleaned = await admin.delete('/api/admin/cleanup-test-data');
    expect(cleaned).toMatchObject({ status: 200, body: { deletedBooks: 5, deletedUsers: 2 } });
    expect((await tester.get('/api/favorites')).status).toBe(401);
    for (const kept of [keeper, asker, asked]) expect((await kept.get('/api/favorites')).status).toBe(200);
    expect((await app.visitor().get(`/api/books/${expensive}`)).status).toBe(200);
    expect((await written()).slice(0, 3)).toEqual([
      { action: 'user-deleted', targetId: reserved.id, details: { cause: 'test data' } },
      { action: 'user-deleted', targetId: tester.id, details: { cause: 'test data' } },
      { action: 'test-data-cleaned', targetId: null, details: { listings: 5 } },
    ]);

    expect((await admin.get('/api/admin/cleanup-test-data')).body).toMatchObject({ books: [], users: [] });
    expect((await admin.delete('/api/admin/cleanup-test-data')).body).toEqual({
      deletedBooks: 0,
      deletedUsers: 0,
    });
  });
});

it('a test listing that the team has hidden or removed stays for its appeal', async () => {
  const [hidden, removed] = [await list(seller, 'test 3', 100), await list(seller, 'test 4', 100)];
  await hideListing(app, hidden);
  expect((await admin.delete(`/api/admin/books/${removed}`)).status).toBe(200);
  expect((await admin.get('/api/admin/cleanup-test-data')).body.books).toEqual([]);
  expect((await admin.delete('/api/admin/cleanup-test-data')).body.deletedBooks).toBe(0);
  for (const [id, hiddenBy] of [
    [hidden, 'measure'],
    [removed, 'removal'],
  ])
    expect((await seller.get(`/api/books/mine/${id}`)).body.hiddenBy).toBe(hiddenBy);
});

describe('textbooks', () => {
  it('are listed as the administrator’s own, each once', async () => {
    const seed = () =>
      admin.post('/api/admin/seed-textbooks', { textbooks: sampleTextbooks(testMarket.prices) });
    const replies = await Promise.all([seed(), seed()]);
    const counts: number[] = replies.map((reply) => reply.body.count);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 5]);
    const { body } = await admin.get(`/api/books/user/${admin.id}`);
    const prices: number[] = body.map((book: { price: number }) => book.price);
    expect(prices.toSorted((a, b) => a - b)).toEqual([12_000, 14_000, 15_000, 16_000, 18_000]);
    expect(await seed()).toMatchObject({ status: 200, body: { count: 0 } });
    await admin.delete(`/api/books/${body[0].id}`);
    expect((await seed()).body.count).toBe(1);
  });

  it('are listed all or none, and are validated like any listing', async () => {
    const before = (await admin.get(`/api/books/user/${admin.id}`)).body.length;
    const other = { ...sampleTextbooks(testMarket.prices)[0], title: 'Another' };
    const replies = await Promise.all([
      admin.post('/api/admin/seed-textbooks', { textbooks: [other, { ...other, isbn: '123' }] }),
      admin.post('/api/admin/seed-textbooks', {
        textbooks: [other, { ...other, title: 'B', images: ['/x'] }],
      }),
      admin.post('/api/admin/seed-textbooks', { textbooks: [] }),
      admin.post('/api/admin/seed-textbooks', {}),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await admin.get(`/api/books/user/${admin.id}`)).body).toHaveLength(before);
  });
});
