import { createECDH, randomUUID } from 'node:crypto';
import type { App } from '#app/server/create-app.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { recordConfirmedSale } from '#features/trades/server/sales/record-confirmed-sale.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { intentIdOf, payWithCard } from '../server/pay-with-card.ts';
import { TestClient } from '../server/test-app.ts';
import { algorithms } from '../server/test-world.ts';
import { uploadPhoto } from '../server/upload-photo.ts';

type Product = { app: App; address: string; clock: Clock };

export type FilledProduct = {
  seller: TestClient;
  buyer: TestClient;
  bookId: string;
  conversationId: string;
  /** The paths of the stored photos. */
  photos: string[];
};

/** Uses every part of the product over HTTP, so that most tables have rows. */
export async function fillProduct(product: Product): Promise<FilledProduct> {
  const [seller, buyer, admin] = [
    await signUp(product, 'Priya Raman', 'priya@northfield.example'),
    await signUp(product, 'Tom Whitaker', 'tom@northfield.example'),
    await signUp(product, 'Ruth Ellery', 'ruth@northfield.example'),
  ];
  const { database } = product.app.context;
  for (const table of ['users', 'identity_users'])
    await database.pool.query(`UPDATE ${table} SET email_verified = true`);
  await database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  const photos = [await uploadPhoto(product, seller), await uploadPhoto(product, seller)];
  const { id: bookId } = await created(seller, '/api/books', { ...algorithms, images: [photos[0]] });
  await expectOk(seller.patch('/api/users/me', { university: 'Northfield', profileImage: photos[1] }));
  const { id: conversationId } = await created(buyer, '/api/conversations', { bookId });
  for (const [sender, content] of [
    [buyer, 'Is it still there?\tTabs,\nlines, \\backslashes and 📚'],
    [seller, 'Yes.'],
  ] as const)
    await created(sender, '/api/messages', { conversationId, content, clientMessageId: randomUUID() });
  await useTheRest(product, { seller, buyer, admin }, bookId);
  await trade(product, { seller, buyer, admin }, { bookId, conversationId });
  await buy(product, seller, bookId);
  return { seller, buyer, bookId, conversationId, photos };
}

async function signUp({ address, clock }: Product, name: string, email: string): Promise<TestClient> {
  const client = new TestClient(address, clock);
  await client.signUp(name, email);
  return client;
}

async function expectOk(reply: ReturnType<TestClient['send']>): Promise<void> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

async function created(client: TestClient, path: string, body: object): Promise<{ id: string }> {
  const reply = await client.post(path, body);
  if (reply.status >= 300) throw new Error(`${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const pushToken = () =>
  JSON.stringify({
    endpoint: 'https://fcm.googleapis.com/fcm/send/token',
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
  });

async function useTheRest(
  { app }: Product,
  { seller, buyer, admin }: Record<'seller' | 'buyer' | 'admin', TestClient>,
  bookId: string,
): Promise<void> {
  await expectOk(buyer.post('/api/favorites/toggle', { bookId, favorited: true }));
  await expectOk(buyer.get(`/api/books/${bookId}/slip`));
  await expectOk(buyer.post(`/api/books/${bookId}/views`));
  await app.books.flushViews();
  await created(buyer, '/api/wanted', { words: 'linear algebra', maxPrice: 4_000 });
  await expectOk(buyer.send('PUT', '/api/users/me/push-token', { token: pushToken() }));
  await expectOk(seller.patch('/api/users/me/notifications', { mailMessages: true }));
  await expectOk(buyer.send('PUT', `/api/blocks/${admin.id}`));
  const report = { kind: 'book', id: bookId, reason: 'other', text: 'Is it real?' };
  await created(buyer, '/api/reports', report);
  const [{ id }] = (await admin.get('/api/staff/cases')).body;
  await expectOk(admin.post(`/api/staff/cases/${id}/take`));
  const { id: removed } = await created(seller, '/api/books', { ...algorithms, title: 'Removed' });
  await expectOk(admin.delete(`/api/admin/books/${removed}?reason=spam`));
  const [decision] = (await seller.get('/api/decisions')).body;
  await created(seller, `/api/decisions/${decision.id}/appeal`, { text: 'It is mine.' });
  await created(buyer, '/api/support', {
    name: 'Tom',
    email: 'tom@northfield.example',
    subject: 'A question',
    message: 'Where is my book?',
  });
  const notice = {
    url: `/book/${bookId}`,
    reason: 'It is a copy.',
    name: 'Tom',
    email: 'tom@northfield.example',
  };
  await expectOk(buyer.post('/api/notices', { ...notice, goodFaith: true }));
}

/** A course with the book, a lower price, an offer that reserves the book, a meeting, and an earlier sale. */
async function trade(
  { app }: Product,
  { seller, buyer, admin }: Record<'seller' | 'buyer' | 'admin', TestClient>,
  { bookId, conversationId }: { bookId: string; conversationId: string },
): Promise<void> {
  const csv = `code,title,term,isbn,requirement\nCS 240,Algorithms,Fall,${algorithms.isbn},required`;
  await created(admin, '/api/admin/courses/import', { csv });
  await expectOk(buyer.send('PUT', '/api/users/me/courses/CS240'));
  await expectOk(seller.patch(`/api/books/${bookId}`, { price: algorithms.price - 800 }));
  const amount = algorithms.price - 1_000;
  const offer = { amount, clientMessageId: randomUUID() };
  const { id } = await created(buyer, `/api/conversations/${conversationId}/offers`, offer);
  await created(seller, `/api/offers/${id}/accept`, {});
  const { id: placeId } = await created(admin, '/api/admin/places', { name: 'Library entrance' });
  const day = new Date(app.context.clock.now().getTime() + DAY_MS)
    .toISOString()
    .slice(0, '2026-11-22'.length);
  const meeting = await created(buyer, `/api/conversations/${conversationId}/meetings`, {
    placeId,
    day,
    time: '12:00',
  });
  await created(seller, `/api/meetings/${meeting.id}/accept`, {});
  const { context } = app;
  const { database, clock } = context;
  const sale = {
    id: randomUUID(),
    bookId,
    sellerId: seller.id,
    buyerId: buyer.id,
    isbn: '9780262046305',
    condition: 'Good',
    price: amount,
  } as const;
  await database.transaction((tx) => recordConfirmedSale(context, tx, sale, clock.now()));
  await created(buyer, `/api/reservations/${sale.id}/review`, { stars: 5, text: 'Friendly' });
}

async function buy({ address, clock }: Product, seller: TestClient, bookId: string): Promise<void> {
  const boost = await seller.post('/api/create-payment-intent', { bookId, amount: 2.99 });
  const adFree = await seller.post('/api/create-adfree-purchase', {});
  for (const { body } of [boost, adFree]) {
    await expectOk(payWithCard(new TestClient(address, clock), body.clientSecret));
    const paymentIntentId = intentIdOf(body.clientSecret);
    await expectOk(seller.post('/api/payments/settle', { paymentIntentId }));
  }
}
