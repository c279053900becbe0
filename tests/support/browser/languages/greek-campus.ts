/** A campus whose users write Greek: what is in Latin letters there comes from the product. */
import { request } from '@playwright/test';
import { e2eCards } from '../payments.ts';
import { uploadPhotoAs } from '../photos.ts';
import type { E2eServer } from '../server.ts';
import { makeAdminIn, verifyEmailsIn } from '../stored-data.ts';
import {
  createUser,
  type E2eUser,
  type ListedBook,
  sendFirstMessage,
  sendMessageAs,
  uniqueIsbn,
} from '../users.ts';

const LONG_WORD = 'Ηλεκτροεγκεφαλογραφήματα';
const COURSE = 'ΜΑΘ 101';
const DAY_MS = 24 * 60 * 60_000;

export type GreekCampus = Awaited<ReturnType<typeof fillGreekCampus>>;

export async function fillGreekCampus(server: E2eServer) {
  const people = await signUpAll(server);
  const listings = await listBooks(server, people);
  const talks = await tradeBooks(people, listings);
  await fillInboxes(people, listings);
  await payAdFree(people);
  return { ...people, ...listings, ...talks, ...(await judge(people, listings)) };
}

type People = Awaited<ReturnType<typeof signUpAll>>;
type Listings = Awaited<ReturnType<typeof listBooks>>;

async function signUpAll(server: E2eServer) {
  const seller = await createUser(server.url, 'Άννα Παπαδοπούλου');
  const buyer = await createUser(server.url, 'Μαρία Ιωάννου');
  const admin = await createUser(server.url, 'Νίκος Γεωργίου');
  await verifyEmailsIn(server.dataDir, [seller, buyer, admin]);
  await makeAdminIn(server.dataDir, admin);
  await seller.call('PATCH', '/api/users/me', { university: `Πανεπιστήμιο ${LONG_WORD}` });
  return { seller, buyer, admin };
}

async function listBooks({ url }: E2eServer, { seller, buyer, admin }: People) {
  const visitor = await request.newContext({ baseURL: url });
  const images = [await uploadPhotoAs(seller, visitor)];
  await visitor.dispose();
  const isbn = uniqueIsbn();
  const csv = `code,title,term,isbn,requirement\n${COURSE},Ανάλυση,Χειμώνας,${isbn},required`;
  await admin.call('POST', '/api/admin/courses/import', { csv });
  const list = (owner: E2eUser, title: string, more: object = {}): Promise<ListedBook> =>
    owner.list({ title, author: 'Ευκλείδης', ...more });
  const books = {
    listed: await list(seller, `Ανάλυση ${LONG_WORD}`, {
      isbn,
      courses: [COURSE],
      description: 'Σαν καινούργιο.',
      conditionDetails: {
        highlighting: 'some',
        accessCode: 'unused',
        flaws: ['cover damage', 'loose pages'],
      },
    }),
    offered: await list(seller, 'Οπτική', { images }),
    reserved: await list(seller, 'Άλγεβρα'),
    sold: await list(seller, 'Γεωμετρία'),
    mine: await list(buyer, 'Φυσική', { price: 0 }),
  };
  await buyer.call('POST', '/api/favorites/toggle', { bookId: books.listed.id, favorited: true });
  await buyer.call('POST', '/api/wanted', { words: 'Χημεία', maxPrice: 3_000, minCondition: 'Good' });
  await buyer.call('PUT', `/api/users/me/courses/${encodeURIComponent(COURSE)}`);
  return { books, course: COURSE };
}

/** A conversation with an offer, one with a reservation and a meeting, and one about a sold book. */
async function tradeBooks({ seller, buyer, admin }: People, { books }: Listings) {
  const talk = await sendFirstMessage(buyer, books.offered, 'Γεια σου');
  await sendMessageAs(seller, talk, 'Ναι');
  await buyer.call('POST', `/api/conversations/${talk}/offers`, { amount: 2_000 });

  const place = 'Σιντριβάνι';
  await admin.call('POST', '/api/admin/places', { name: place, hint: 'Μπροστά στη βιβλιοθήκη' });
  const agreed = await sendFirstMessage(buyer, books.reserved, 'Πού;');
  await seller.call('POST', `/api/conversations/${agreed}/reservations`);
  const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await buyer.call('POST', `/api/conversations/${agreed}/meetings`, { place, day, time: '15:30' });

  const ended = await sendFirstMessage(buyer, books.sold, 'Το θέλω');
  const named = { buyerId: buyer.id };
  const sale = await seller.call<{ id: string }>('POST', `/api/books/${books.sold.id}/named-sale`, named);
  await buyer.call('POST', `/api/named-sales/${sale.id}/response`, { received: true });
  return { place, talk, agreed, ended };
}

async function fillInboxes({ seller, admin }: People, { books }: Listings): Promise<void> {
  await sendFirstMessage(admin, books.listed, 'Ένα ερώτημα');
  const { name, email } = seller;
  const message = `${LONG_WORD} `.repeat(3);
  await seller.call('POST', '/api/support', { name, email, subject: 'Βοήθεια', message });
}

/** An open case about a book of the buyer, and a decision about the buyer. */
async function judge({ seller, buyer, admin }: People, { books }: Listings) {
  const report = (kind: string, id: string) =>
    seller.call('POST', '/api/reports', { kind, id, reason: 'fake', text: 'Δείτε το.' });
  const findCase = async () => {
    const [found] = await admin.call<{ id: string }[]>('GET', '/api/staff/cases');
    return found!.id;
  };
  await report('user', buyer.id);
  const note = `Προσοχή: ${LONG_WORD}`;
  const warning = { kind: 'warn', reason: 'spam', note, internalNote: note };
  await admin.call('POST', `/api/staff/cases/${await findCase()}/measures`, warning);
  const [decision] = await buyer.call<{ id: string }[]>('GET', '/api/decisions');
  await report('book', books.mine.id);
  return { openCase: await findCase(), decision: decision!.id };
}

/** By card, in the sandbox. */
async function payAdFree({ seller }: People): Promise<void> {
  const { clientSecret } = await seller.call<{ clientSecret: string }>(
    'POST',
    '/api/create-adfree-purchase',
    {},
  );
  const { provider } = await seller.call<{ provider: { publishableKey: string } }>(
    'GET',
    '/api/payments/provider',
  );
  const [id] = clientSecret.split('_secret');
  const card = { number: e2eCards.good, exp_month: '12', exp_year: '2070', cvc: '123' };
  await seller.call('POST', `/api/payment-sandbox/v1/payment_intents/${id}/confirm`, {
    key: provider.publishableKey,
    client_secret: clientSecret,
    payment_method_data: { type: 'card', card },
  });
}
