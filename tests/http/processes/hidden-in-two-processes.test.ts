import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListingPages } from '#tests/support/markets/listing-pages.ts';
import { hideListing, showListing } from '#tests/support/product/hide-listing.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

/** Two processes on one database, each with its own caches. */
let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  const { url } = await createTestDatabase();
  const variables = { DATABASE_URL: url, SECRET_KEY: 'the key of both processes, long enough' };
  one = await TestApp.start({ variables, pages: createListingPages() });
  other = await TestApp.start({ variables, pages: createListingPages() });
  await Promise.all([one, other].map(({ app }) => app.context.events.ping()));
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

it('hide a listing, and show it again, in the caches of both within two seconds', async () => {
  const priya = await one.signedInClient('Priya');
  const { body: book } = await priya.post('/api/books', { ...algorithms, courses: ['CS 201'] });
  const { body: slip } = await priya.get(`/api/books/${book.id}/slip`);
  const paths = [
    `/api/books/${book.id}`,
    '/api/books',
    '/api/books?search=algorithms',
    '/api/books?course=CS201',
    `/api/users/${priya.id}/books`,
    `/api/books/${book.id}/slip`,
    `/api/users/${priya.id}/slips`,
    `/api/short-addresses/${slip.shortCode}`,
    '/',
    `/book/${book.id}`,
    '/sitemap/listings-1.xml',
    '/feed/books.atom',
    `/feed/users/${priya.id}.atom`,
  ];
  const picture = `/book/${book.id}/share.png`;
  /** What a process shows: the paths with the listing, and the picture. */
  const shownBy = async ({ address }: TestApp) => {
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(address + path);
        const text = await response.text();
        return response.ok && text.includes(book.id) ? [path] : [];
      }),
    );
    const { ok } = await fetch(address + picture);
    return [...answers.flat(), ...(ok ? [picture] : [])];
  };
  const all = [...paths, picture];
  // Both have everything in their caches.
  for (const app of [one, other]) for (const _ of [1, 2]) expect(await shownBy(app)).toEqual(all);
  await hideListing(one, book.id);
  for (const app of [one, other]) await expect.poll(() => shownBy(app), { timeout: 2_000 }).toEqual([]);
  await showListing(other, book.id);
  for (const app of [one, other]) await expect.poll(() => shownBy(app), { timeout: 2_000 }).toEqual(all);
});
