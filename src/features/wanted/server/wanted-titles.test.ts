import { expect, it } from 'vitest';
import { algorithms, useTestWorld } from '#tests/support/server/test-world.ts';
import type { WantedEntry } from '../contract.ts';

const world = useTestWorld();

const ISBN = '9780262046305';

it('names an ISBN by the catalog, by what a remote library has said, or by two sellers who agree', async () => {
  const [fetched, listed, unknown] = ['9781119110668', '9780000000019', '9780000000002'];
  await world.app.database.pool.query(
    `INSERT INTO fetched_editions (isbn, source, title, author, edition, fetched_at)
      VALUES ($1, 'openlibrary', 'Organic Chemistry', 'David R. Klein', '3rd Edition', $2),
        ($3, 'openlibrary', NULL, NULL, NULL, $2)`,
    [fetched, world.app.clock.now(), unknown],
  );
  await world.createBook({ title: 'Made Up', isbn: ISBN });
  const third = await world.app.signedInClient('Una');
  await world.app.verifyEmails();
  for (const seller of [world.seller, third])
    await world.createBook({ title: 'My Notes', author: 'A Student', isbn: listed }, seller);
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

it('takes no words of one mailbox, nor of sellers without a verified email', async () => {
  const isbn = '9780000000026';
  await world.buyer.post('/api/wanted', { isbn });
  const title = async () => {
    const { body } = await world.buyer.get('/api/wanted');
    return body.find((entry: WantedEntry) => entry.isbn === isbn).title;
  };
  const spellings = ['bo@northfield.example', 'bo+again@northfield.example'];
  const bo = await Promise.all(spellings.map((email) => world.app.signedInClient('Bo Diaz', email)));
  await world.app.verifyEmails();
  const unverified = await Promise.all(['Una', 'Ula'].map((name) => world.app.signedInClient(name)));
  for (const seller of [...bo, ...unverified])
    await world.createBook({ title: 'Pay at evil.example', isbn }, seller);
  expect(await title()).toBeNull();
  await world.createBook({ title: 'Lab Manual', isbn });
  expect(await title()).toBeNull();
});
