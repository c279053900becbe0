import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { addDays, dayIn } from '#platform/shared/zoned-time.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { lockDemoAccounts } from './lock-demo-accounts.ts';
import { seedDemoCampus } from './seed-demo-campus.ts';

const TIME_ZONE = 'America/New_York';
let app: TestApp;

const seed = (knownPasswords = true) =>
  seedDemoCampus({
    database: app.database,
    secrets: app.app.context.secrets,
    events: app.app.context.events,
    createDemoUser: app.app.accounts.createDemoUser,
    deleteUser: app.app.accounts.deleteUser,
    seedPhoto: app.app.photos.seedPhoto,
    now: app.clock.now(),
    market: { ...app.app.context.market, timeZone: TIME_ZONE },
    localeOf: app.app.context.localeOf,
    knownPasswords,
    progress: () => {},
  });

const count = async (table: string, where = 'true'): Promise<number> =>
  (await app.database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0].n;

const signIn = ({ email, password }: { email: string; password: string }) =>
  app.visitor().post('/api/auth/sign-in/email', { email, password });

/** Fills the database, and returns a client who is signed in as the student. */
async function studentClient() {
  const [student] = await seed();
  const client = app.visitor();
  await client.signIn(student!.email, student!.password);
  return client;
}

const countAll = () =>
  Promise.all(['users', 'books', 'favorites', 'conversations'].map((table) => count(table)));

// The first test fills the database, and the others read it.
describe('the demo campus', () => {
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('has courses with reading lists, of which the student takes some', async () => {
    await seed();
    expect([await count('courses'), await count('course_books'), await count('taken_courses')]).toEqual([
      16, 44, 3,
    ]);
    expect(await count('course_books', 'title IS NULL')).toBe(0);
    const { body } = await app.visitor().get('/api/courses/BIO110');
    const books = body.books as { availableCount: number }[];
    expect(books.map(({ availableCount }) => availableCount > 0)).toEqual([true, false, true]);
  });

  it('shows photos as if they had been uploaded', async () => {
    await seed();
    const { body } = await app.visitor().get('/api/books?search=Campbell+Biology');
    const [biology] = body as { images: string[] }[];
    expect(biology!.images).toHaveLength(3);
    for (const width of [240, 800, 1600]) {
      const photo = await fetch(`${app.address}${biology!.images[0]}?w=${width}`);
      expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    expect(await count('photos', `status = 'stored' AND book_id IS NOT NULL`)).toBe(25);
  });

  it('has great and fair prices, some of them lowered', async () => {
    await seed();
    const books = (await app.visitor().get('/api/books?limit=100')).body as {
      price: number;
      previousPrice: number | null;
      priceRating: string | null;
    }[];
    const rated = (rating: string | null) => books.filter(({ priceRating }) => priceRating === rating).length;
    expect(Math.min(rated('great'), rated('fair'), rated(null))).toBeGreaterThan(9);
    const lowered = books.filter(({ previousPrice }) => previousPrice !== null);
    expect(lowered).toHaveLength(4);
    for (const { price, previousPrice } of lowered) expect(previousPrice).toBeGreaterThan(price);
  });

  it('has a profile worth reading', async () => {
    await seed();
    const { rows } = await app.database.pool.query(`SELECT id FROM users WHERE name = 'Jonas Weber'`);
    const { body } = await app.visitor().get(`/api/users/${rows[0].id}`);
    const rating = { average: 4.7, count: 10 };
    expect(body).toMatchObject({ confirmedSales: 11, totalSales: 13, usuallyAnswers: 'hour', rating });
    const reviews = (await app.visitor().get(`/api/users/${rows[0].id}/reviews?limit=1`)).body;
    expect(reviews).toMatchObject([{ stars: 5, reply: { text: expect.stringContaining('good luck') } }]);
    expect(
      await count(`users u`, `total_sales < (SELECT count(*) FROM confirmed_sales WHERE seller_id = u.id)`),
    ).toBe(0);
  });

  it('has an offer under way, and books reserved by and for the student', async () => {
    const client = await studentClient();
    const conversations = (await client.get('/api/conversations')).body as {
      id: string;
      sellerId: string;
      unreadCount: number;
      lastMessage: { content: string };
      reservation: { price: number } | null;
    }[];
    const reservations = conversations.flatMap(({ sellerId, reservation }) =>
      reservation === null ? [] : [{ isOwn: sellerId === client.id, price: reservation.price }],
    );
    expect(reservations).toEqual([
      { isOwn: true, price: 4_000 },
      { isOwn: false, price: 600 },
    ]);
    const underWay = conversations.find(({ lastMessage }) => lastMessage.content === 'Offer: $30.00')!;
    expect(underWay.unreadCount).toBe(1);
    const { body } = await client.get(`/api/conversations/${underWay.id}/messages`);
    expect(body.at(-1)).toMatchObject({ receiverId: client.id, offer: { state: 'pending', amount: 3_000 } });
    expect(await count('messages', `event ->> 'kind' = 'reserved'`)).toBe(2);
    expect(await count('offers', `end_reason = 'reserved'`)).toBe(1);
  });

  it('has purchases of the student, one from a former student, whose stars stay, and asks about one more', async () => {
    const client = await studentClient();
    expect((await client.get('/api/users/me/bought')).body).toMatchObject([
      { price: 2_200, seller: {} },
      { price: 3_100, seller: {}, title: 'Designing Data-Intensive Applications' },
      { price: 900, seller: null },
    ]);
    const reviews = (await client.get(`/api/users/${client.id}/reviews`)).body;
    expect(reviews).toMatchObject([{ stars: 5, author: { id: null, name: 'Former student' } }]);
    expect(await count('users', `name = 'Ben Adler'`)).toBe(0);
    const questions = (await client.get('/api/users/me/sale-questions')).body;
    expect(questions).toMatchObject([{ title: 'Calculus, 4th Edition' }]);
  });

  it('has two who can judge, so that neither judges alone', async () => {
    await seed();
    expect(await count('users', "is_admin OR 'moderator' = ANY (staff_roles)")).toBe(2);
  });

  it('leaves work for the administrator', async () => {
    await seed();
    const client = await app.signedInClient('Ida Holm', 'ida@northfield.example');
    await app.database.transaction((tx) => grantAdmin(tx, 'ida@northfield.example'));
    const reports = (await client.get('/api/staff/cases')).body as { person: { name: string } }[];
    expect(reports).toHaveLength(3);
    expect(reports.at(-1)!.person.name).toBe('Mateo Rossi');
    expect((await client.get('/api/admin/support')).body).toHaveLength(3);
  });
});

describe('a start', () => {
  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.stop());

  it('fills an empty database once when several processes start together, and returns the sign-ins again', async () => {
    const [signIns, ...others] = await Promise.all([seed(), seed(), seed()]);
    expect(others).toEqual([signIns, signIns]);
    expect(await seed()).toEqual(signIns);
    expect(await countAll()).toEqual([13, 96, 5, 18]);
    expect(await count('books', 'is_boosted')).toBe(2);
    expect(await count('books', 'views < 3')).toBe(0);
    expect((await signIn(signIns[0]!)).status).toBe(200);
  });

  it.each(['2026-11-22T12:00:00Z', '2026-11-23T04:55:00Z', '2026-11-23T05:05:00Z'])(
    'has a meeting with the student tomorrow, at a safe place, when it starts at %s',
    async (start) => {
      app.clock.advance(Date.parse(start) - app.clock.now().getTime());
      const client = await studentClient();
      const { places } = (await client.get('/api/places')).body as { places: { name: string }[] };
      expect(places).toHaveLength(4);
      const { rows } = await app.database.pool.query(
        `SELECT m.place, m.state, m.time_zone, m.starts_at, r.until FROM meetings m
          JOIN reservations r ON r.id = m.reservation_id WHERE m.receiver_id = $1`,
        [client.id],
      );
      const tomorrow = addDays(dayIn(app.clock.now(), TIME_ZONE), 1);
      expect(rows).toEqual([
        {
          place: places[0]!.name,
          state: 'accepted',
          time_zone: TIME_ZONE,
          starts_at: new Date(`${tomorrow}T14:30:00-05:00`),
          until: new Date(`${addDays(tomorrow, 2)}T00:00:00-05:00`),
        },
      ]);
    },
  );

  it('leaves a database with real users unchanged', async () => {
    await app.signedInClient();
    expect(await seed()).toEqual([]);
    expect(await count('users')).toBe(1);
  });

  it('fills again what an interrupted start has left', async () => {
    await seed();
    await app.database.pool.query(
      `UPDATE installation_state SET value = 'filling' WHERE name = 'demo campus'`,
    );
    await app.database.pool.query('DELETE FROM favorites');
    expect(await seed()).toHaveLength(2);
    expect(await count('favorites')).toBe(5);
    expect(await count('books')).toBe(96);
    expect(await count('places')).toBe(4);
  });

  it('does not return passwords that are not known, except when it creates them', async () => {
    expect(await seed(false)).toHaveLength(2);
    expect(await seed(false)).toEqual([]);
  });

  it('locks the published sign-ins', async () => {
    const [student] = await seed();
    await lockDemoAccounts(app.app.context, () => {});
    expect((await signIn(student!)).status).toBe(401);
    expect(await count('users', "is_admin OR staff_roles <> '{}'")).toBe(0);
    expect(await seed()).toEqual([]);
  });
});
