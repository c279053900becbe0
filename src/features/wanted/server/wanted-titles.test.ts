import { afterAll, beforeAll, expect, it } from 'vitest';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';
import type { WantedEntry } from '../contract.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

const ISBN = '9780262046305';

it('names an ISBN by the catalog, by what a remote library has said, or by a listing', async () => {
  const [fetched, listed, unknown] = ['9781119110668', '9780000000019', '9780000000002'];
  await world.app.database.pool.query(
    `INSERT INTO fetched_editions (isbn, source, title, author, edition, fetched_at)
      VALUES ($1, 'openlibrary', 'Organic Chemistry', 'David R. Klein', '3rd Edition', $2),
        ($3, 'openlibrary', NULL, NULL, NULL, $2)`,
    [fetched, world.app.clock.now(), unknown],
  );
  await world.createBook({ title: 'Made Up', isbn: ISBN });
  await world.createBook({ title: 'My Notes', author: 'A Student', isbn: listed });
  for (const isbn of [ISBN, fetched, listed, unknown]) {
    await world.buyer.post('/api/wanted', { isbn });
    world.app.clock.advance({ seconds: 1 });
  }
  const entries: WantedEntry[] = (await world.buyer.get('/api/wanted')).body;
  const namesOf = (all: WantedEntry[]) => all.map(({ title, author }) => [title, author]).toReversed();
  expect(namesOf(entries)).toEqual([
    [algorithms.title, expect.stringMatching('^Thomas H. Cormen')],
    ['Organic Chemistry, 3rd Edition', 'David R. Klein'],
    ['My Notes', 'A Student'],
    [null, null],
  ]);
});

it('takes no words of a seller without a verified email, nor across a block', async () => {
  const [isbn, ofBlocked] = ['9780000000026', '9780000000033'];
  const unverified = await world.app.signedInClient('Una');
  const blocked = await world.app.signedInClient('Bo Diaz');
  const title = async (wanted: string) => {
    const { body } = await world.buyer.get('/api/wanted');
    return body.find((entry: WantedEntry) => entry.isbn === wanted).title;
  };
  for (const wanted of [isbn, ofBlocked]) await world.buyer.post('/api/wanted', { isbn: wanted });
  await world.createBook({ title: 'Lab Manual', isbn });
  world.app.clock.advance({ seconds: 1 });
  await world.createBook({ title: 'Pay at evil.example', isbn }, unverified);
  expect(await title(isbn)).toBe('Lab Manual');
  await world.app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [blocked.id]);
  await world.createBook({ title: 'Look who is here', isbn: ofBlocked }, blocked);
  expect(await title(ofBlocked)).toBe('Look who is here');
  await blocked.send('PUT', `/api/blocks/${world.buyer.id}`);
  expect(await title(ofBlocked)).toBeNull();
});
