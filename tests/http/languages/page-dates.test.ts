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

/** What the page of a book says of when it was listed. */
async function listedIn(language: string, bookId: string) {
  const headers = { 'accept-language': language };
  const { body } = await world.app.visitor().send('GET', `/book/${bookId}`, undefined, headers);
  const time = /<time [^>]*title="([^"]*)"[^>]*>([^<]*)</.exec(body);
  // In Arabic each part is isolated.
  return time!.slice(1).map((text) => text.replaceAll(/[\u2068\u2069]/g, ''));
}

it('a page shows its times in the language of the reader and the time zone of the market', async () => {
  const book = await world.createBook();
  await world.app.database.orm.execute(
    `UPDATE books SET created_at = '2026-08-29T22:05:00Z' WHERE id = '${book.id}'`,
  );
  world.clearCachedBooks();
  expect(await listedIn('de', book.id)).toEqual(['30. August 2026, 0:05', 'vor 2 Tagen']);
  expect(await listedIn('es', book.id)).toEqual(['30 de agosto de 2026, 0:05', 'hace 2 días']);
  expect(await listedIn('ar', book.id)).toEqual(['\u200f30 أغسطس 2026، 12:05 ص', 'قبل يومين']);
  expect(await listedIn('en', book.id)).toEqual(['30 August 2026, 0:05', '2 days ago']);
});
