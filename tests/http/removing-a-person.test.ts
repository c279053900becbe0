import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noisePicture } from '../support/sample-pictures.ts';
import type { Visitor } from '../support/test-app.ts';
import { TestShop } from '../support/test-shop.ts';
import { TestSocket } from '../support/test-socket.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.app.stop());

const remove = (person: Visitor) => shop.app.app.accounts.removePerson(person.id);

/** A photo through the front door; answers its url. */
async function upload(person: Visitor): Promise<string> {
  const { body } = await person.post('/api/objects/upload');
  const { pathname, search } = new URL(body.uploadURL);
  const photo = await noisePicture(60, 80).jpeg().toBuffer();
  const put = await fetch(shop.app.address + pathname + search, {
    method: 'PUT',
    body: new Uint8Array(photo),
  });
  expect(put.status).toBe(200);
  return body.url;
}

async function talk(buyer: Visitor, bookId: string, words: string[]): Promise<string> {
  const { id } = (await buyer.post('/api/conversations', { bookId })).body;
  for (const content of words) {
    const clientMessageId = crypto.randomUUID();
    expect((await buyer.post('/api/messages', { conversationId: id, content, clientMessageId })).status).toBe(
      200,
    );
  }
  return id;
}

async function connect(person: Visitor): Promise<TestSocket> {
  const socket = new TestSocket(`${shop.app.address.replace('http', 'ws')}/ws`);
  await socket.opened;
  socket.send({ type: 'auth', token: await person.token() });
  await socket.next('auth_success');
  return socket;
}

/** Every column of every table whose text holds one of the words, as 'table.column: word'. */
async function foundInDatabase(words: string[]): Promise<string[]> {
  const { pool } = shop.app.database;
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table, format('%I', c.column_name) AS column
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(columns.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ word: string }>(
      `SELECT DISTINCT word FROM ${table}, unnest($1::text[]) word WHERE ${column}::text ILIKE '%' || word || '%'`,
      [words],
    );
    for (const { word } of rows) found.push(`${table}.${column}: ${word}`);
  }
  return found;
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(join(shop.app.app.context.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('leaves nothing of a person who had everything', async () => {
  const name = 'Wilhelmina Quackenbush';
  const email = 'wilhelmina.quackenbush@northfield.example';
  const words = [
    'quackenbush',
    'wilhelmina',
    'marginaliaish',
    'zanzibarred',
    'oxymoronical',
    'perambulatory',
  ];
  const leaving = await shop.app.person(name, email);
  const seller = await shop.app.person('Priya Raman');
  const buyer = await shop.app.person('Tom Whitaker');
  const photo = await upload(leaving);
  await upload(leaving);
  const listed = await shop.list(leaving, {
    title: 'Marginaliaish Algebra',
    description: 'zanzibarred',
    images: [photo],
  });
  const theirs = await shop.list(seller, { title: 'Statistics' });
  await leaving.post('/api/favorites/toggle', { bookId: theirs });
  await buyer.post('/api/favorites/toggle', { bookId: listed });
  await talk(leaving, theirs, ['oxymoronical']);
  await talk(buyer, listed, ['perambulatory']);
  await leaving.post(`/api/books/${theirs}/views`);
  await shop.app.app.books.flushViews();
  const boost = await shop.boost(leaving, listed);
  const month = await shop.subscribe(leaving);
  const subscription = await shop.subscriptionOf(leaving);
  const begun = await shop.beginBoost(leaving, listed);
  const { context } = shop.app.app;
  await context.database.transaction((tx) =>
    context.mail.send(tx, { to: email, subject: 'Hello', text: `Dear ${name}` }),
  );
  const socket = await connect(leaving);
  const token = (await leaving.token())!;
  expect(await files('photos')).not.toEqual([]);
  expect(await foundInDatabase([leaving.id, ...words])).toEqual(
    expect.arrayContaining(words.map((word) => expect.stringContaining(word))),
  );

  await remove(leaving);

  expect((await socket.closed).code).toBe(1008);
  const late = await shop.app
    .visitor()
    .send('GET', '/api/payments', undefined, { authorization: `Bearer ${token}` });
  expect(late.status).toBe(401);
  expect((await buyer.get(`/api/books/${listed}`)).status).toBe(404);
  expect((await buyer.get('/api/books')).body.map(({ id }: { id: string }) => id)).toEqual([theirs]);
  expect((await buyer.get('/api/conversations')).body).toEqual([]);
  expect((await seller.get('/api/conversations')).body).toEqual([]);
  for (const queue of [
    'remove-photos',
    'forget-customer',
    'cancel-subscription',
    'mail',
    'mail-outbox-removal',
  ])
    await context.jobs.runNow(queue);
  await shop.happen();
  await context.jobs.runNow('recount-search-terms');

  expect((await shop.atProvider(subscription)).status).toBe('canceled');
  const { rows } = await shop.app.database.pool.query(
    'SELECT stripe_payment_intent_id AS id, status FROM payments ORDER BY created_at, id',
  );
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [boost]: 'succeeded',
    [month]: 'succeeded',
    [begun.split('_secret')[0]!]: 'canceled',
  });
  expect(await files('photos')).toEqual([]);
  for (const file of await files('outbox')) expect(await readFile(file, 'utf8')).not.toMatch(/quackenbush/i);
  expect(await foundInDatabase([leaving.id, ...words])).toEqual([]);
});
