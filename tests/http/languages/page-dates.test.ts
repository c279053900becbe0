import { afterAll, beforeAll, expect, it } from 'vitest';
import * as ssr from '#app/shell/ssr.tsx';
import { createFakePageSource } from '../../support/fakes/fake-page-source.ts';
import { TestWorld } from '../../support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({
    pages: {
      ...createFakePageSource(),
      renderer: async () => ssr,
    },
    variables: {
      CAMPUS_LANGUAGES: 'de,es,ar,en',
      CAMPUS_CURRENCY: 'EUR',
      CAMPUS_TIME_ZONE: 'Europe/Berlin',
    },
  });
});
afterAll(() => world.app.stop());

/** What the page of a book says of when it was listed. Clocks and dates: `dates.test.tsx`. */
async function listedIn(language: string, bookId: string) {
  const headers = { 'accept-language': language };
  const { body } = await world.app.visitor().send('GET', `/book/${bookId}`, undefined, headers);
  return /<time [^>]*>([^<]*)</.exec(body)?.[1];
}

it('a page shows its times in the language of the reader', async () => {
  const book = await world.createBook();
  await world.app.database.orm.execute(
    `UPDATE books SET created_at = '2026-08-29T22:05:00Z' WHERE id = '${book.id}'`,
  );
  world.clearCachedBooks();
  expect(await listedIn('de', book.id)).toBe('vor 2 Tagen');
  expect(await listedIn('es', book.id)).toBe('hace 2 días');
  expect(await listedIn('ar', book.id)).toBe('قبل يومين');
  expect(await listedIn('en', book.id)).toBe('2 days ago');
});
