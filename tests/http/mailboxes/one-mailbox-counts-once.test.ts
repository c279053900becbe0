/** Accounts of one mailbox count once, wherever the product counts users. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const CATALOG_ISBN = '9780262046305';
const UNKNOWN_ISBN = '9781119110668';

let world: TestWorld;
let accounts: TestClient[];
let people: TestClient[];
beforeAll(async () => {
  world = await TestWorld.open({ variables: { ADMIN_EMAILS: 'ruth@northfield.example' } });
  const signUp = (name: string, email: string) => world.app.signedInClient(name, email);
  accounts = [];
  for (let index = 0; index < 9; index += 1)
    accounts.push(await signUp(`Sam ${index}`, `sam.one+${index}@northfield.example`));
  people = [];
  for (let index = 0; index < 5; index += 1)
    people.push(await signUp(`Person ${index}`, `person${index}@northfield.example`));
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, courses CASCADE');
});
afterAll(() => world.app.stop());

const list = (seller: TestClient, title: string, isbn: string) =>
  world.createBook({ title, author: 'Nobody', isbn }, seller);
const look = async (isbn: string) => (await world.buyer.get(`/api/editions/${isbn}`)).body;

describe('what an ISBN means', () => {
  it('is not decided by several accounts of one mailbox', async () => {
    for (const seller of accounts) await list(seller, 'A joke', UNKNOWN_ISBN);
    expect((await look(UNKNOWN_ISBN)).code).toBe('edition-not-found');
    await list(people[0]!, 'A joke', UNKNOWN_ISBN);
    expect(await look(UNKNOWN_ISBN)).toMatchObject({ source: 'campus', title: 'A joke' });
  });

  it('is what the catalog says, until five people agree on something else', async () => {
    const agreeing = [...accounts, ...people.slice(0, 3)];
    for (const seller of agreeing) await list(seller, 'A correction', CATALOG_ISBN);
    expect(await look(CATALOG_ISBN)).toMatchObject({
      source: 'catalogue',
      title: 'Introduction to Algorithms',
    });
    await list(people[3]!, 'A correction', CATALOG_ISBN);
    expect(await look(CATALOG_ISBN)).toMatchObject({ source: 'campus', title: 'A correction' });
  });
});

describe('price guidance', () => {
  const guidance = async (query = '') =>
    (await world.app.visitor().get(`/api/price-guidance?isbn=${CATALOG_ISBN}&condition=Like%20New${query}`))
      .body;

  it('has one price of each mailbox', async () => {
    for (const seller of accounts) await list(seller, 'Algorithms', CATALOG_ISBN);
    for (const seller of people.slice(0, 2)) await list(seller, 'Algorithms', CATALOG_ISBN);
    const { id } = await list(people[2]!, 'Algorithms', CATALOG_ISBN);
    expect(await guidance()).toMatchObject({ sampleSize: 4 });
    expect(await guidance(`&bookId=${id}`)).toMatchObject({ sampleSize: 3 });
  });

  it('leaves out all accounts of the mailbox of the rated listing', async () => {
    for (const seller of people.slice(0, 2)) await list(seller, 'Algorithms', CATALOG_ISBN);
    const [first] = await Promise.all(
      accounts.slice(0, 2).map((seller) => list(seller, 'Algorithms', CATALOG_ISBN)),
    );
    expect(await guidance()).toMatchObject({ sampleSize: 3 });
    expect(await guidance(`&bookId=${first.id}`)).toBeNull();
    expect((await world.app.visitor().get(`/api/books/${first.id}`)).body.priceRating).toBeNull();
  });
});

describe('students who want a book', () => {
  const want = (body: object, who: TestClient) => who.post('/api/wanted', body);
  const students = async (query: string, seller = world.seller) =>
    (await seller.get(`/api/wanted/students${query}`)).body.students;
  const importList = async () => {
    const admin = await world.app.signedInClient('Ruth', 'ruth@northfield.example');
    await world.app.verifyEmails();
    const csv = `code,title,term,isbn,requirement\nCS 201,Algorithms,Fall,${CATALOG_ISBN},required\n`;
    expect((await admin.post('/api/admin/courses/import', { csv })).status).toBe(200);
  };

  it('are mailboxes, those of the seller left out, also of unconfirmed accounts', async () => {
    for (const account of accounts) await want({ isbn: CATALOG_ISBN }, account);
    await world.app.database.pool.query('UPDATE users SET email_verified = false');
    expect(await students(`?isbn=${CATALOG_ISBN}`)).toBe(1);
    expect(await students(`?isbn=${CATALOG_ISBN}`, accounts[0])).toBe(0);
    const { id } = await list(world.seller, 'Algorithms', CATALOG_ISBN);
    await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
    expect(await students(`/${id}`)).toBe(1);
    await world.app.verifyEmails();
  });

  it('are counted by the words of the facts that the lookup gives', async () => {
    await want({ words: 'correction' }, people[0]!);
    expect(await students(`?isbn=${CATALOG_ISBN}`)).toBe(0);
    for (const seller of people) await list(seller, 'A correction', CATALOG_ISBN);
    expect(await look(CATALOG_ISBN)).toMatchObject({ source: 'campus' });
    expect(await students(`?isbn=${CATALOG_ISBN}`)).toBe(1);
  });

  it('are counted by a course that the seller alone names', async () => {
    await want({ course: 'BIO 5' }, people[0]!);
    await want({ course: 'CS 201' }, people[1]!);
    expect(await students(`?isbn=${CATALOG_ISBN}`)).toBe(0);
    expect(await students(`?isbn=${CATALOG_ISBN}&courses=BIO5,MATH1`)).toBe(1);
    expect(
      (await world.seller.get(`/api/wanted/students?isbn=${CATALOG_ISBN}&courses=A1,A2,A3,A4,A5,A6`)).status,
    ).toBe(400);
  });

  it('are counted by ISBN, by course and by words, before and after posting', async () => {
    await importList();
    await want({ isbn: CATALOG_ISBN }, people[0]!);
    await want({ course: 'cs-201' }, people[1]!);
    await want({ words: 'introduction algor' }, people[2]!);
    await want({ words: 'stein' }, people[3]!);
    await want({ words: 'introduction biology' }, people[4]!);
    await want({ course: 'BIO 1' }, people[4]!);
    expect(await students(`?isbn=${CATALOG_ISBN}`)).toBe(4);
    const { id } = await world.createBook({ author: 'Cormen, Leiserson, Rivest, Stein' });
    await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
    expect(await students(`/${id}`)).toBe(4);
  });
});
