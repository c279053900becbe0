import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { books } from '#features/books/server/table.ts';
import {
  EIGHTH,
  listEdition as list,
  OTHER,
  SEVENTH,
  SIXTH,
} from '#tests/support/product/calculus-editions.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let maya: TestClient;
let noah: TestClient;
let mallory: TestClient;
let admin: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  maya = await app.signedInClient('Maya Lindgren');
  noah = await app.signedInClient('Noah Reed');
  mallory = await app.signedInClient('Mallory');
  admin = await app.signedInClient('Ruth Ellery');
  await app.verifyEmails();
});
beforeEach(() => app.database.pool.query('TRUNCATE books, work_editions, courses CASCADE'));
afterAll(() => app.stop());

describe('a search by an ISBN', () => {
  const search = async (query: string) => {
    const { body } = await maya.get(`/api/books?search=${query}`);
    return body.map(({ isbn, price }: { isbn: string; price: number }) => [isbn, price]);
  };

  it('has the copies of this edition first, then the other editions, in each order', async () => {
    await list(maya, EIGHTH, 'Calculus, 8th Edition', { price: 5800 });
    await list(noah, SEVENTH, 'Calculus, 7th Edition', { price: 900 });
    app.clock.advance({ minutes: 1 });
    const { body: boosted } = await list(noah, SIXTH, 'Calculus, 6th Edition', { price: 500 });
    await list(noah, OTHER, 'Chemistry');
    const until = new Date(app.clock.now().getTime() + 3_600_000);
    await app.database.orm
      .update(books)
      .set({ isBoosted: true, boostedUntil: until })
      .where(eq(books.id, boosted.id));
    const [eighth, seventh, sixth] = [
      [EIGHTH, 5800],
      [SEVENTH, 900],
      [SIXTH, 500],
    ];
    expect(await search(EIGHTH)).toEqual([eighth, sixth, seventh]);
    expect(await search('978-1-119-11066-8&sort=newest')).toEqual([eighth, sixth, seventh]);
    expect(await search(`${EIGHTH}&sort=price`)).toEqual([eighth, sixth, seventh]);
    expect(await search(`${SEVENTH}&maxPrice=1000`)).toEqual([seventh, sixth]);
    expect(await search(`${EIGHTH}&subject=Mathematics`)).toEqual([eighth, sixth, seventh]);
    expect(await search(`${EIGHTH}&subject=Science`)).toEqual([]);
    await app.database.pool
      .query(`INSERT INTO courses VALUES ('MATH101', 'MATH 101', 'Calculus I', null, now());
      INSERT INTO course_books (course_code, isbn, requirement, place) VALUES ('MATH101', '${SEVENTH}', 'required', 0)`);
    expect(await search(`${EIGHTH}&course=MATH101`)).toEqual([seventh]);
    expect((await maya.get(`/api/books/count?search=${EIGHTH}`)).body.count).toBe(3);
    const first = await maya.get(`/api/books?search=${EIGHTH}&limit=1`);
    const pages = [first];
    for (let link; (link = /<([^>]+)>/.exec(pages.at(-1)!.headers.get('link') ?? '')?.[1]);)
      pages.push(await maya.get(link));
    expect(pages.map(({ body }) => body[0].isbn)).toEqual([EIGHTH, SIXTH, SEVENTH]);
  });

  it('finds other editions of one that nobody lists now', async () => {
    const { body } = await list(maya, EIGHTH, 'Calculus, 8th Edition');
    await list(noah, SEVENTH, 'Calculus, 7th Edition');
    await maya.delete(`/api/books/${body.id}`);
    expect(await search(EIGHTH)).toEqual([]);
    await maya.post(`/api/books/${body.id}/restore`);
    await maya.patch(`/api/books/${body.id}`, { isSold: true });
    expect(await search(EIGHTH)).toEqual([[SEVENTH, 900]]);
  });

  it('compares prices with copies of the same edition only', async () => {
    await list(maya, EIGHTH, 'Calculus, 8th Edition', { price: 5800 });
    for (const [seller, price] of [
      [maya, 1000],
      [noah, 1100],
      [mallory, 1200],
      [admin, 1300],
    ] as const)
      await list(seller, SEVENTH, 'Calculus, 7th Edition', { price });
    const band = async (isbn: string) =>
      (await maya.get(`/api/price-guidance?isbn=${isbn}&condition=Good`)).body;
    expect((await maya.get(`/api/books?search=${EIGHTH}`)).body[0].priceRating).toBeNull();
    expect(JSON.stringify(await band(EIGHTH))).not.toEqual(JSON.stringify(await band(SEVENTH)));
  });
});
