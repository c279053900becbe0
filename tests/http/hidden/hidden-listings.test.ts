import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import { createListingPages } from '#tests/support/markets/listing-pages.ts';
import { hideListing, showListing } from '#tests/support/product/hide-listing.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

/** Nothing of a hidden listing shows in anything that others can read, and everything comes back. */

const ISBN = '9780306406157';
const course = { code: 'ZYX101', written: 'ZYX 101' };

let world: TestWorld;
let bookId: string;
let conversationId: string;
let shortCode: string;
/** The listing's course as texts say it. Three letters alone stand by chance in a random key of an answer. */
const courseWords = [course.code, course.written].map((text) => text.toLowerCase());

/** What only this listing says, in lower case. */
let canaries: string[];
let readers: Record<string, TestClient>;
let admin: TestClient;

beforeAll(async () => {
  world = await TestWorld.open({ pages: createListingPages() });
  const [other, saver, asker] = await Promise.all([
    world.app.signedInClient('Ben Ortiz'),
    world.app.signedInClient('Faye Lund'),
    world.app.signedInClient('Noor Haddad'),
  ]);
  admin = await world.app.signedInClient('Ruth Adler', 'ruth.adler@northfield.edu');
  await world.app.database.transaction((tx) => grantAdmin(tx, 'ruth.adler@northfield.edu'));
  readers = {
    visitor: world.app.visitor(),
    other,
    saver,
    asker,
    partner: world.buyer,
  };
  await world.app.verifyEmails();
  expect((await asker.post('/api/wanted', { isbn: ISBN })).status).toBeLessThan(300);
  await asker.send('PUT', `/api/users/me/courses/${course.code}`);
  const photo = await uploadPhoto(world.app, world.seller);
  const book = await world.createBook({
    title: 'Quetzalian Metallurgy, 3rd Edition',
    author: 'Ximena Quetzalcoatl',
    isbn: ISBN,
    description: 'Quetzal feathers as bookmarks',
    courses: [course.written],
    images: [photo],
  });
  bookId = book.id;
  await saver.post('/api/favorites/toggle', { bookId, favorited: true });
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still there?');
  shortCode = (await world.app.visitor().get(`/api/books/${bookId}/slip`)).body.shortCode;
  canaries = ['quetzal', ...courseWords, ISBN, photo.toLowerCase().split('/').pop()!, shortCode, bookId];
});
afterAll(() => world.app.stop());

/** They differ between two equal requests. */
const VOLATILE_HEADERS = new Set(['date', 'x-request-id', 'content-security-policy']);

/** The queries of an endpoint that name an object or words, each with everything that could name the listing. */
const queriesOf = ({ query }: Endpoint): string[] =>
  Object.keys(query instanceof z.ZodObject ? query.shape : {}).flatMap((name) => {
    const values = /ids?$/i.test(name)
      ? [bookId]
      : (({ isbn: [ISBN], isbns: [ISBN], course: [course.code], search: ['Metallurgy', ISBN] } as const)[
          name
        ] ?? []);
    return values.map((value: string) => `?${name}=${encodeURIComponent(value)}`);
  });

const ids = () => [world.seller.id, bookId, conversationId, ISBN, course.code, shortCode];

/** Every GET of the contracts with each id, and all that else has an address. */
const paths = (): string[] => [
  ...[...world.app.app.context.endpoints.mounted]
    .filter(
      ([key]) =>
        key.startsWith('GET ') && !key.startsWith('GET /api/admin') && !key.startsWith('GET /api/staff'),
    )
    .flatMap(([key, { endpoint }]) =>
      (key.includes('/:') ? ids() : [''])
        .map((id) => key.slice(4).replaceAll(/:\w+/g, id))
        .flatMap((path) => ['', ...queriesOf(endpoint)].map((query) => path + query)),
    ),
  `/api/price-guidance?isbn=${ISBN}&condition=Good`,
  '/',
  '/?search=Metallurgy',
  `/course/${course.code}`,
  `/user/${world.seller.id}`,
  `/book/${bookId}`,
  `/book/${bookId}/slip`,
  `/book/${bookId}/share.png`,
  `/user/${world.seller.id}/slip`,
  `/b/${shortCode}`,
  '/sitemap.xml',
  ...['listings', 'courses', 'profiles'].map((kind) => `/sitemap/${kind}-1.xml`),
  '/feed/books.atom',
  `/feed/courses/${course.code}.atom`,
  `/feed/users/${world.seller.id}.atom`,
];

type Seen = { status: number; body: unknown; text: string };

async function readAll(reader: TestClient): Promise<Record<string, Seen>> {
  const seen: Record<string, Seen> = {};
  for (const path of paths()) {
    const { status, body, headers } = await reader.get(path);
    const shown = [...headers].filter(([name]) => !VOLATILE_HEADERS.has(name));
    const text = JSON.stringify([body, shown], (key, value) => (key === 'requestId' ? undefined : value));
    // A page says its own address.
    seen[path] = { status, body, text: text.toLowerCase().replaceAll(path.toLowerCase(), '') };
  }
  return seen;
}

/** What a path shows of the listing beyond what it was asked with. */
const leaksOf = (path: string, { text }: Seen): string[] =>
  canaries.filter((canary) => text.includes(canary) && !path.toLowerCase().includes(canary));

const leakingPaths = (seen: Record<string, Seen>): string[] =>
  Object.entries(seen)
    .filter(([path, one]) => leaksOf(path, one).length > 0)
    .map(([path]) => path);

/** A partner keeps the conversation about it, without photos; who saved it its id, and who wants the ISBN that, too. */
const allowed: Partial<Record<string, { paths: RegExp; has: (canary: string) => boolean }>> = {
  partner: {
    paths: /^\/api\/(conversations|users\/me\/export)/,
    has: (canary) => ['quetzal', ISBN, bookId].includes(canary),
  },
  saver: { paths: /^\/api\/(favorites|users\/me\/export)/, has: (canary) => canary === bookId },
  asker: {
    paths: /^\/api\/(wanted|users\/me\/(export|courses))/,
    has: (canary) => [ISBN, bookId, ...courseWords].includes(canary),
  },
};

const forbiddenLeaks = (name: string, path: string, seen: Seen): string[] => {
  const keeps = allowed[name];
  return leaksOf(path, seen).filter((canary) => !(keeps?.paths.test(path) && keeps.has(canary)));
};

const readEverybody = async () => {
  const all: Record<string, Record<string, Seen>> = {};
  for (const [name, reader] of Object.entries(readers)) all[name] = await readAll(reader);
  return all;
};

it('shows nowhere while it is hidden, and everywhere as before once it is shown again', async () => {
  const alerts = 'SELECT count(*)::int AS count FROM wanted_alerts';
  await expect.poll(async () => (await world.app.database.pool.query(alerts)).rows[0].count).toBe(1);
  const before = await readEverybody();
  const shownTo = (name: string) => leakingPaths(before[name]!);
  expect(shownTo('visitor')).toEqual(
    expect.arrayContaining([
      '/api/books',
      '/api/books?search=Metallurgy',
      `/api/books?course=${course.code}`,
      `/api/books/${bookId}`,
      `/api/users/${world.seller.id}/books`,
      `/api/users/${world.seller.id}/slips`,
      `/api/short-addresses/${shortCode}`,
      '/',
      `/book/${bookId}`,
      '/sitemap/listings-1.xml',
      '/feed/books.atom',
      `/feed/users/${world.seller.id}.atom`,
    ]),
  );
  expect(shownTo('saver')).toContain('/api/favorites');
  expect(shownTo('asker')).toContain('/api/wanted');

  await hideListing(world.app, bookId);
  const hidden = await readEverybody();
  const leaks = Object.entries(hidden).flatMap(([name, seen]) =>
    Object.entries(seen).flatMap(([path, one]) =>
      forbiddenLeaks(name, path, one).map((canary) => `${name}: ${path} shows ${canary}`),
    ),
  );
  expect(leaks).toEqual([]);
  const statuses = (seen: Record<string, Seen>) =>
    [
      `/api/books/${bookId}`,
      `/api/books/${bookId}/slip`,
      `/api/short-addresses/${shortCode}`,
      `/book/${bookId}`,
      `/book/${bookId}/share.png`,
    ].map((path) => seen[path]!.status);
  expect(statuses(before['visitor']!)).toEqual([200, 200, 200, 200, 200]);
  for (const seen of Object.values(hidden)) expect(statuses(seen)).toEqual([404, 404, 404, 404, 404]);
  const [favorite] = hidden['saver']!['/api/favorites']!.body as object[];
  expect(favorite).toMatchObject({ bookId, book: null });
  expect(hidden['saver']!['/api/favorites']!.text).not.toContain('quetzal');
  const titles = [hidden['partner']!['/api/conversations']!.body].flat() as { book: object }[];
  expect(titles[0]!.book).toMatchObject({ state: 'gone', isHidden: true, images: [] });

  await showListing(world.app, bookId);
  const shown = await readEverybody();
  for (const [name, seen] of Object.entries(before))
    for (const [path, one] of Object.entries(seen))
      expect([name, path, shown[name]![path]!.status, shown[name]![path]!.text]).toEqual([
        name,
        path,
        one.status,
        one.text,
      ]);
});

it('is still seen by its seller, who learns why, and by administrators', async () => {
  await hideListing(world.app, bookId);
  const own = (await world.seller.get(`/api/books/user/${world.seller.id}`)).body;
  expect(own).toMatchObject([{ id: bookId, hiddenBy: 'measure', isActive: false }]);
  expect((await world.seller.get(`/api/books/mine/${bookId}`)).body).toEqual(own[0]);
  expect((await admin.get('/api/admin/books?search=Metallurgy')).body).toMatchObject([{ id: bookId }]);
});
