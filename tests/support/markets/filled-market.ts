/** A market that has used every feature, in texts that no other market has. */
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { createCountedSale } from '../product/create-sale.ts';
import { intentIdOf, payWithCard } from '../server/pay-with-card.ts';
import { plainPicture } from '../server/sample-images.ts';
import type { Reply, TestApp, TestClient } from '../server/test-app.ts';
import { algorithms } from '../server/test-world.ts';
import { uploadPhoto } from '../server/upload-photo.ts';
import type { TestMarkets } from './test-markets.ts';

/** In every text of the market. */
export const CANARY = 'quetzalia';
export const CANARY_DOMAIN = `${CANARY}.edu`;
export const CANARY_COURSE = 'QTZ101';
const say = (text: string) => `${text} ${CANARY} كتب للبيع`;

type Staff = { app: TestApp; admin: TestClient; seller: TestClient; buyer: TestClient };

async function grantTo(app: TestApp, person: TestClient): Promise<void> {
  await app.database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(`SELECT email FROM users WHERE id = '${person.id}'`);
    await grantAdmin(tx, rows[0]!.email);
  });
}

/** A new administrator with a verified address of the domain. */
export async function newAdmin(app: TestApp, domain: string, name: string): Promise<TestClient> {
  const admin = await app.signedInClient(name, `${randomUUID()}@${domain}`);
  await app.verifyEmails();
  await grantTo(app, admin);
  return admin;
}

const ok = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
};

/** Takes the canary for the settings of the campus too, so its app is opened again. */
export async function openFilledMarket(markets: TestMarkets, name: string): Promise<FilledMarket> {
  const first = await markets.appOf(name);
  const admin = await newAdmin(first, CANARY_DOMAIN, say('Ruth'));
  const { body } = await admin.get('/api/admin/campus');
  const { iconVersion: _icon, operator: _operator, ...settings } = body;
  const png = (await plainPicture(512, 512).png().toBuffer()).toString('base64');
  ok(await admin.send('PUT', '/api/admin/campus/icon', { png, version: 0 }));
  const legal = {
    name: say('Name'),
    address: say('Street'),
    email: `law@${CANARY_DOMAIN}`,
    person: say('Ann'),
  };
  const changed = { ...settings, version: 1, name: say('Campus'), emailDomains: [CANARY_DOMAIN], legal };
  ok(await admin.send('PUT', '/api/admin/campus', { ...changed, languages: ['en', 'ar', 'de'] }));
  const readManifest = async () => (await fetch(`${first.address}/manifest.webmanifest`)).text();
  await vi.waitUntil(async () => (await readManifest()).includes(CANARY), { timeout: 15_000 });
  // Another change may wait behind the one that is seen.
  await markets.edge.markets.reopen(markets.entry(name).number);
  const app = await markets.appOf(name);
  const [seller, buyer] = [
    await app.signedInClient(say('Priya'), `priya@${CANARY_DOMAIN}`),
    await app.signedInClient(say('Tom'), `tom@${CANARY_DOMAIN}`),
  ];
  await app.verifyEmails();
  return fill({ app, admin, seller, buyer });
}

/** Sends what is queued, so that nothing changes by itself. */
export async function sendQueuedEmails({ app, database }: TestApp): Promise<void> {
  await vi.waitUntil(
    async () => {
      await app.context.jobs.runNow('send-email');
      const { rows } = await database.pool.query('SELECT count(*)::int AS left FROM queued_emails');
      return rows[0].left === 0;
    },
    { timeout: 15_000 },
  );
}

export type FilledMarket = Staff & {
  /** By the part of the path before the parameter, and the parameter. */
  ids: Record<string, string>;
  /** By the names of properties in queries and bodies. */
  values: Record<string, unknown>;
};

async function fill(staff: Staff): Promise<FilledMarket> {
  const { app, admin, seller } = staff;
  const trade = await fillTrade(staff);
  const place = ok(await admin.post('/api/admin/places', { name: say('Library'), hint: say('Desk') })).body;
  const around = await fillAround(staff, trade.book);
  const { pathname } = new URL((await seller.post('/api/objects/upload')).body.uploadURL);
  const key = (await seller.get('/api/payments/provider')).body.provider.publishableKey;
  const slip = ok(await app.visitor().get(`/api/books/${trade.book}/slip`)).body;
  const ids = {
    ...trade.ids,
    ...around.ids,
    ...(await fillDecisions(staff)),
    'places/:id': place.id,
    'users/:id': seller.id,
    'user/:userId': seller.id,
    'blocks/:userId': seller.id,
    'unsubscribe/:userId': seller.id,
    ':userId/:signature': app.app.context.secrets.sign('unsubscribe from wanted books', seller.id),
    'sessions/:id': (await seller.get('/api/users/me/sessions')).body[0].id,
    'courses/:code': CANARY_COURSE,
    'editions/:isbn': '9780262046305',
    'works/:isbn': '9780262046305',
    'books/:isbn': '9780262046305',
    'short-addresses/:code': slip.shortCode as string,
    'courses/:file': `${CANARY_COURSE}.atom`,
    'users/:file': `${seller.id}.atom`,
    'sitemap/:file': 'listings-1.xml',
    'neighbors/:host': 'eastfield.example',
    'upload/:id': pathname.split('/').at(-1)!,
    'uploads/:file': trade.photo.split('/').at(-1)!,
  };
  return {
    ...staff,
    ids,
    values: {
      bookId: trade.book,
      bookIds: trade.book,
      conversationId: ids['conversations/:id'],
      userId: seller.id,
      sellerId: seller.id,
      buyerId: staff.buyer.id,
      placeId: place.id,
      ids: [place.id],
      id: trade.book,
      paymentIntentId: around.ids['payment_intents/:id'],
      key,
      endpoint: around.endpoint,
      course: CANARY_COURSE,
      courses: CANARY_COURSE,
      profileImage: trade.photo,
      images: [trade.photo],
    },
  };
}

const trading = ({ seller, buyer }: Staff) => ({
  list: async (title: string, more: object = {}) => {
    const texts = { title: say(title), author: say('Author'), description: say('About') };
    const listing = { ...algorithms, ...texts, subject: 'Biology', clientListingId: randomUUID(), ...more };
    return ok(await seller.post('/api/books', listing)).body.id as string;
  },
  talk: async (bookId: string) => {
    const id = ok(await buyer.post('/api/conversations', { bookId })).body.id as string;
    const message = { conversationId: id, content: say('Hello'), clientMessageId: randomUUID() };
    return { id, message: ok(await buyer.post('/api/messages', message)).body.id as string };
  },
});

/** Listings, and all that two students do about them. */
async function fillTrade(staff: Staff) {
  const { app, seller, buyer } = staff;
  const { list, talk } = trading(staff);
  const photo = await uploadPhoto(app, seller);
  const wanted = ok(await buyer.post('/api/wanted', { words: `${CANARY} chemistry` })).body.id as string;
  const book = await list('Algorithms', {
    images: [photo],
    courses: [CANARY_COURSE],
    conditionDetails: { accessCode: 'unused' },
  });
  await list('Chemistry');
  const first = await talk(book);
  const offer = ok(await buyer.post(`/api/conversations/${first.id}/offers`, { amount: 600 })).body.id;
  const reserved = await talk(await list('Reserved'));
  const reservation = ok(await seller.post(`/api/conversations/${reserved.id}/reservations`)).body.id;
  const day = new Date(app.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const meetingAt = { place: say('Gate'), day, time: '14:00' };
  const meeting = ok(await buyer.post(`/api/conversations/${reserved.id}/meetings`, meetingAt)).body.id;
  ok(await seller.post(`/api/meetings/${meeting}/accept`));
  const named = await list('Named');
  await talk(named);
  const sale = ok(await seller.post(`/api/books/${named}/named-sale`, { buyerId: buyer.id })).body.id;
  const { sold, review } = await fillReviews(staff, await list('Sold'));
  const deleted = await list('Deleted');
  ok(await seller.delete(`/api/books/${deleted}`));
  return {
    book,
    photo,
    ids: {
      'books/:id': book,
      'mine/:id': book,
      'book/:id': book,
      'students/:bookId': book,
      'bought/:id': sold,
      'resale-questions/:id': sold,
      'conversations/:id': first.id,
      'messages/:id': first.message,
      'offers/:id': offer as string,
      'reservations/:id': reservation as string,
      'meetings/:id': meeting as string,
      'named-sales/:id': sale as string,
      'reviews/:id': review,
      'wanted/:id': wanted,
    },
  };
}

async function fillReviews({ app, seller, buyer }: Staff, bookId: string) {
  const sold = await createCountedSale(app, { sellerId: seller.id, buyerId: buyer.id, bookId });
  const path = `/api/reservations/${sold}/review`;
  ok(await seller.post(path, { stars: 5, text: say('Good') }));
  const review = ok(await buyer.post(path, { stars: 4, text: say('Fine') })).body.id as string;
  ok(await seller.post(`/api/reviews/${review}/reply`, { text: say('Thanks') }));
  return { sold, review };
}

/** A listing that is removed, and the appeal. */
async function fillDecisions(staff: Staff) {
  const { admin, seller } = staff;
  const removed = await trading(staff).list('Removed');
  ok(await admin.delete(`/api/admin/books/${removed}?reason=spam&note=${say('Because')}`));
  const [{ id }] = (await seller.get('/api/decisions')).body;
  ok(await seller.post(`/api/decisions/${id}/appeal`, { text: say('Why') }));
  const [appeal] = (await admin.get('/api/staff/appeals')).body;
  const of = { 'cases/:id': appeal.caseId, 'appeals/:id': appeal.id } as Record<string, string>;
  return { ...of, 'measures/:id': id as string, 'decisions/:id': id as string };
}

/** What is not about one trade: support, reports, money, devices, courses. */
async function fillAround({ app, admin, seller, buyer }: Staff, bookId: string) {
  const csv = `code,title,term,isbn,requirement\n${CANARY_COURSE},${say('Calculus')},Fall 2026,9780262046305,required`;
  ok(await admin.post('/api/admin/courses/import', { csv }));
  ok(await buyer.send('PUT', `/api/users/me/courses/${CANARY_COURSE}`));
  ok(await seller.patch('/api/users/me', { university: say('University'), profileImage: null }));
  ok(await buyer.post('/api/favorites/toggle', { bookId, favorited: true }));
  ok(await admin.send('PUT', `/api/blocks/${buyer.id}`));
  const question = {
    name: say('Ann'),
    email: `ann@${CANARY_DOMAIN}`,
    subject: say('Help'),
    message: say('Where'),
  };
  ok(await buyer.post('/api/support', question));
  const support = (await admin.get('/api/admin/support')).body[0].id as string;
  ok(await admin.post(`/api/admin/support/${support}/answer`, { answer: say('Here') }));
  ok(await seller.post('/api/support', question));
  const notice = { url: `/book/${bookId}`, reason: say('Copied'), name: say('Ann'), email: question.email };
  ok(await seller.post('/api/notices', { ...notice, goodFaith: true }));
  const about = { kind: 'book', id: bookId, reason: 'other', text: say('Wrong') };
  const report = ok(await buyer.post('/api/reports', about)).body.id as string;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const p256dh = Buffer.from((await buyer.get('/api/notifications/key')).body.key, 'base64url').toString(
    'base64url',
  );
  const device = { endpoint, keys: { p256dh, auth: Buffer.alloc(16).toString('base64url') } };
  ok(await buyer.send('PUT', '/api/users/me/push-token', { token: device }));
  const { clientSecret } = ok(await seller.post('/api/create-payment-intent', { bookId })).body;
  ok(await payWithCard(seller, clientSecret));
  const paymentIntentId = intentIdOf(clientSecret);
  ok(await seller.post('/api/payments/settle', { paymentIntentId }));
  const adFree = ok(await buyer.post('/api/create-adfree-purchase')).body;
  ok(await payWithCard(buyer, adFree.clientSecret));
  ok(await buyer.post('/api/payments/settle', { paymentIntentId: intentIdOf(adFree.clientSecret) }));
  const passkey = randomUUID();
  await app.database.pool.query(
    `INSERT INTO identity_passkeys
      (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
    SELECT $1::uuid, subject::uuid, '${say('Phone')}', '', $1::uuid::text, 0, 'singleDevice', false, now()
    FROM users WHERE id = $2`,
    [passkey, buyer.id],
  );
  const ids = {
    'support/:id': support,
    'reports/:id': report,
    'payment_intents/:id': paymentIntentId,
    'passkeys/:id': passkey,
  };
  return { endpoint, ids };
}
