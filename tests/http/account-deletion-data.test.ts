import { createECDH } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmSale } from '../support/product/confirm-sale.ts';
import { intentIdOf } from '../support/server/pay-with-card.ts';
import type { TestClient } from '../support/server/test-app.ts';
import { TestSandboxApp } from '../support/server/test-sandbox-app.ts';
import { uploadPhoto } from '../support/server/upload-photo.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';

let shop: TestSandboxApp;
/** Neither the provider's events nor its responses arrive. */
let isCutOff = false;
beforeAll(async () => {
  shop = await TestSandboxApp.open({
    paymentTrace: (step) => {
      if (isCutOff && (step === 'verified' || step === 'asked')) throw new Error('cut off');
    },
  });
});
afterAll(() => shop.app.stop());

/** Starts a conversation with a message and returns the message's id. */
async function talk(buyer: TestClient, bookId: string, content: string): Promise<string> {
  const { id } = (await buyer.post('/api/conversations', { bookId })).body;
  const sent = await buyer.post('/api/messages', {
    conversationId: id,
    content,
    clientMessageId: crypto.randomUUID(),
  });
  return sent.body.id;
}

/** Every table with a row that contains one of the words in any column: 'table: word'. */
async function foundInDatabase(words: string[]): Promise<string[]> {
  const { pool } = shop.app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ word: string }>(
      `SELECT DISTINCT word FROM ${name} one, unnest($1::text[]) word WHERE one::text ILIKE '%' || word || '%'`,
      [words],
    );
    for (const { word } of rows) found.push(`${name}: ${word}`);
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

/** A user with data in every table of the product. */
async function openScene(name: string, email: string) {
  const leaving = await shop.app.signedInClient(name, email);
  const [seller, buyer] = [
    await shop.app.signedInClient('Priya Raman'),
    await shop.app.signedInClient('Tom Whitaker'),
  ];
  const [photo, portrait] = [await uploadPhoto(shop.app, leaving), await uploadPhoto(shop.app, leaving)];
  await uploadPhoto(shop.app, leaving);
  await leaving.patch('/api/users/me', { university: 'Polytechniconic', profileImage: portrait });
  const listed = await shop.list(leaving, {
    title: 'Marginaliaish Algebra',
    description: 'zanzibarred',
    images: [photo],
  });
  const theirs = await shop.list(seller, { title: 'Statistics' });
  await leaving.post('/api/favorites/toggle', { bookId: theirs, favorited: true });
  await buyer.post('/api/favorites/toggle', { bookId: listed, favorited: true });
  await seller.patch('/api/users/me/notifications', { mailMessages: true });
  const asked = await talk(leaving, theirs, 'oxymoronical');
  const heard = await talk(buyer, listed, 'perambulatory');
  await confirmSale(shop.app, { sellerId: leaving.id, buyerId: buyer.id, bookId: listed });
  await confirmSale(shop.app, { sellerId: seller.id, buyerId: leaving.id });
  await leaving.post(`/api/books/${theirs}/views`);
  await shop.app.app.books.flushViews();
  return { leaving, seller, buyer, listed, theirs, asked, heard };
}

/** Their purchases, their pending payments, and what other users wrote about them. */
async function getInvolved({
  leaving,
  seller,
  buyer,
  listed,
  asked,
  heard,
}: Awaited<ReturnType<typeof openScene>>) {
  const report = (by: TestClient, kind: string, id: string, text: string) =>
    by.post('/api/reports', { kind, id, reason: 'other', text });
  await report(seller, 'message', asked, 'flibbertigib');
  await report(leaving, 'message', heard, 'gobbledygookish');
  await report(buyer, 'book', listed, 'whippersnapperish');
  await leaving.send('PUT', `/api/blocks/${buyer.id}`);
  await seller.send('PUT', `/api/blocks/${leaving.id}`);
  expect((await leaving.send('PUT', '/api/users/me/push-token', { token: pushToken })).status).toBe(200);
  await leaving.patch('/api/users/me/notifications', { mailMessages: true });
  const own = {
    name: 'Wilhelmina',
    email: 'wilhelmina.quackenbush@northfield.example',
    subject: 'Skedaddlesome',
  };
  await leaving.post('/api/support', { ...own, message: 'lollygaggingly' });
}

const pushToken = JSON.stringify({
  endpoint: 'https://fcm.googleapis.com/fcm/send/kerfufflesome',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
});

it('leaves nothing of a user who had data everywhere', async () => {
  const name = 'Wilhelmina Quackenbush';
  const email = 'wilhelmina.quackenbush@northfield.example';
  const words =
    'quackenbush wilhelmina polytechniconic marginaliaish zanzibarred oxymoronical perambulatory flibbertigib gobbledygookish'
      .split(' ')
      .concat('whippersnapperish', 'skedaddlesome', 'lollygaggingly', 'kerfufflesome');
  const { context, accounts } = shop.app.app;
  const scene = await openScene(name, email);
  const { leaving, seller, buyer, listed, theirs } = scene;
  await shop.app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [leaving.id]);
  const admin = await shop.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await context.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  await context.database.transaction((tx) => grantAdmin(tx, email));
  await getInvolved(scene);
  const other = await shop.app.signedInClient('Una Other');
  await other.post('/api/reports', { kind: 'user', id: buyer.id, reason: 'other', text: 'By another.' });
  const cases: { id: string; target: { id: string } }[] = (await leaving.get('/api/staff/cases')).body;
  const dealtWith = cases.find(({ target }) => target.id === buyer.id)!.id;
  for (const action of ['take', 'close'])
    expect((await leaving.post(`/api/staff/cases/${dealtWith}/${action}`, { note: '' })).status).toBe(200);
  const boost = await shop.boost(leaving, listed);
  const month = await shop.subscribe(leaving);
  const subscription = await shop.subscriptionOf(leaving);
  const begun = await shop.beginBoost(leaving, listed);
  await context.database.transaction((tx) =>
    context.mailer.send(tx, { to: email, subject: 'Hello', text: `Dear ${name}` }),
  );
  await context.jobs.runNow('send-email');
  await context.database.transaction(async (tx) => {
    await context.mailer.send(tx, { to: email, subject: 'Once more', text: `Dear ${name}` });
    await context.mailer.send(tx, {
      to: 'x@y.example',
      aboutUserId: leaving.id,
      subject: `${name} wrote`,
      text: 'Hello',
    });
  });
  const socket = await leaving.connect();
  const token = (await leaving.token())!;
  expect(await files('photos')).not.toEqual([]);
  const before = (await foundInDatabase([leaving.id, ...words])).map((found) => found.split(': ')[1]);
  expect(new Set(before)).toEqual(new Set([leaving.id, ...words]));

  await accounts.deleteUser(leaving.id);

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
    'delete-unattached-photos-now',
    'delete-customer',
    'cancel-provider-subscription',
    'send-email',
    'delete-outbox-files',
  ])
    await context.jobs.runNow(queue);
  await shop.drainJobs();
  await context.jobs.runNow('recount-search-terms');

  expect((await shop.atProvider(subscription)).status).toBe('canceled');
  const { rows } = await shop.app.database.pool.query(
    'SELECT stripe_payment_intent_id AS id, status FROM payments',
  );
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [boost]: 'succeeded',
    [month]: 'succeeded',
    [begun.split('_secret')[0]!]: 'canceled',
  });
  expect(await files('photos')).toEqual([]);
  for (const file of await files('mail-outbox'))
    expect(await readFile(file, 'utf8')).not.toMatch(new RegExp([leaving.id, ...words].join('|'), 'i'));
  const left = await foundInDatabase([leaving.id, ...words]);
  // The audit log keeps the admin's action, by id, and their buyer the title of what they bought.
  expect(left).toEqual([`public.audit_entries: ${leaving.id}`, 'public.confirmed_sales: marginaliaish']);
  expect((await admin.get('/api/staff/cases?state=closed')).body).toMatchObject([{ id: dealtWith }]);
});

it('leaves the email’s owner everything that is not the deleted account’s', async () => {
  const email = 'owner@northfield.example';
  const { context, accounts } = shop.app.app;
  const toOwner = async () => {
    await context.jobs.runNow('send-email');
    await context.jobs.runNow('delete-outbox-files');
    const mails = await Promise.all((await files('mail-outbox')).map((file) => readFile(file, 'utf8')));
    const subjects = mails.filter((text) => text.startsWith(`To: ${email}\n`));
    return subjects.map((text) => /^Subject: (.*)$/m.exec(text)![1]!).toSorted((a, b) => a.localeCompare(b));
  };
  await context.database.transaction((tx) =>
    context.mailer.send(tx, { to: email, subject: 'Re: Help', text: 'An answer to the owner.' }),
  );
  const squatter = await shop.app.signedInClient('Sly Squatter', email);
  await expect.poll(toOwner).toEqual(['Confirm your email for BookSwap', 'Re: Help']);
  await accounts.deleteUser(squatter.id);
  await expect.poll(toOwner).toEqual(['Re: Help']);
});

it('refunds a payment of a deleted user, and accepts the events about it', async () => {
  const [gone, alsoGone] = [await shop.app.signedInClient(), await shop.app.signedInClient()];
  const secret = await shop.beginBoost(gone, await shop.list(gone));
  const adFree = await shop.beginAdFree(alsoGone);
  // The payment succeeds during the deletion, before either side knows of the other. Otherwise the purchase
  // stays fulfilled.
  isCutOff = true;
  await shop.pay(secret);
  await shop.pay(adFree);
  await shop.app.app.accounts.deleteUser(gone.id);
  await shop.app.app.accounts.deleteUser(alsoGone.id);
  isCutOff = false;
  await shop.drainJobs();
  await shop.app.app.context.jobs.runNow('delete-customer');
  await shop.drainJobs();
  for (const one of [secret, adFree]) {
    const { rows } = await shop.app.database.pool.query(
      `SELECT user_id, status, refund_reason, fulfilled_at, card_last4, receipt_url, metadata
       FROM payments WHERE stripe_payment_intent_id = $1`,
      [intentIdOf(one)],
    );
    expect(rows).toEqual([
      {
        user_id: null,
        status: 'refunded',
        refund_reason: 'person-gone',
        fulfilled_at: null,
        card_last4: null,
        receipt_url: null,
        metadata: {},
      },
    ]);
  }
  for (const event of await shop.events())
    expect([event.type, (await shop.deliverAgain({ ...event, id: `${event.id}again` })).status]).toEqual([
      event.type,
      200,
    ]);
});
