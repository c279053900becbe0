import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EIGHTH, listEdition, SEVENTH } from '#tests/support/product/calculus-editions.ts';
import { withCheckDigit } from '#tests/support/product/with-check-digit.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { workEditions } from '../table.ts';
import { groupWorks } from './group-works.ts';

let app: TestApp;
let maya: TestClient;
let noah: TestClient;
let mallory: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  maya = await app.signedInClient('Maya Lindgren');
  noah = await app.signedInClient('Noah Reed');
  mallory = await app.signedInClient('Mallory');
  await app.verifyEmails();
});
beforeEach(() => app.database.pool.query('TRUNCATE books, work_editions CASCADE'));
afterAll(() => app.stop());

const list = async (seller: TestClient, isbn: string, title: string) =>
  expect((await listEdition(seller, isbn, title)).status).toBe(201);
const isbnsOf = async (isbn: string): Promise<string[]> =>
  (await maya.get(`/api/works/${isbn}`)).body.editions.map((edition: { isbn: string }) => edition.isbn);

/** Valid ISBNs that no source knows. */
const invented = (count: number) =>
  Array.from({ length: count }, (_, index) => withCheckDigit(`97912${String(index).padStart(7, '0')}`));

describe('a mailbox that alone lists many ISBNs of a work', () => {
  it('brings five of them, in any order and together, and the others when a second one lists them', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    await list(noah, SEVENTH, 'Calculus, 7th Edition');
    const flood = invented(8);
    for (const [index, isbn] of flood.entries())
      await list(mallory, isbn, `Calculus, ${10 + index}th Edition`);
    expect((await isbnsOf(SEVENTH)).toSorted()).toEqual([SEVENTH, ...flood.slice(0, 5)]);
    await list(maya, EIGHTH, 'Calculus, 8th Edition');
    expect(await isbnsOf(SEVENTH)).toHaveLength(7);
    await app.database.orm.update(workEditions).set({ recognitionVersion: 0 });
    await groupWorks(app.app.context, 200);
    expect((await isbnsOf(SEVENTH)).toSorted()).toEqual([SEVENTH, EIGHTH, ...flood.slice(0, 5)]);
    await list(noah, flood[7]!, 'Calculus, 17th Edition');
    expect(await isbnsOf(SEVENTH)).toContain(flood[7]);
  });

  it('shares the five with all mailboxes without a verified email', async () => {
    await list(maya, SEVENTH, 'Calculus, 7th Edition');
    for (const [index, isbn] of invented(8).entries()) {
      const seller = await app.signedInClient('Mal Lory', `flood-${index}@northfield.example`);
      await list(seller, isbn, `Calculus, ${10 + index}th Edition`);
    }
    expect(await isbnsOf(SEVENTH)).toHaveLength(6);
  });
});

it('cuts a large work after what a library knows', async () => {
  await list(maya, SEVENTH, 'Calculus, 7th Edition');
  await app.database.pool.query(
    `INSERT INTO work_editions (isbn, work_id, edition, source, recognition_version, updated_at)
      SELECT given.isbn, w.work_id, 60, NULL, w.recognition_version, w.updated_at
      FROM work_editions w, unnest($1::text[]) AS given(isbn)
      UNION ALL SELECT $2, work_id, 8, 'openlibrary', recognition_version, updated_at FROM work_editions`,
    [invented(60), EIGHTH],
  );
  expect(await isbnsOf(SEVENTH)).toEqual(expect.arrayContaining([SEVENTH, EIGHTH]));
});
