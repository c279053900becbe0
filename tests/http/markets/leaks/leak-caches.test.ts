import { afterAll, beforeAll, expect, it } from 'vitest';
import { CANARY, CANARY_COURSE } from '#tests/support/markets/filled-market.ts';
import { findLeaks } from '#tests/support/markets/foreign-rows.ts';
import { readAnswer, TwoMarkets } from '#tests/support/markets/two-markets.ts';

let two: TwoMarkets;
beforeAll(async () => void (two = await TwoMarkets.open()));
afterAll(() => two?.stop());

const pathsOf = () => {
  const book = two.full.ids['books/:id'];
  const user = two.full.ids['users/:id'];
  return [
    '/',
    '/sign-in',
    '/share.png',
    `/book/${book}`,
    `/book/${book}/share.png`,
    '/manifest.webmanifest',
    '/manifest.webmanifest?lang=ar',
    '/campus-icon-192.png',
    '/offline.html',
    '/empty.html',
    '/robots.txt',
    '/.well-known/security.txt',
    '/api/openapi.json',
    '/api/auth/jwks',
    '/api/books',
    '/api/books?search=algorithms',
    `/api/books?course=${CANARY_COURSE}`,
    '/api/books/count',
    `/api/books/${book}`,
    `/api/users/${user}`,
    `/api/users/${user}/books`,
    `/api/users/${user}/reviews`,
    '/api/courses',
    `/api/courses/${CANARY_COURSE}`,
    '/api/places',
    '/api/market',
    '/api/price-guidance?isbn=9780262046305&condition=Good',
    '/api/payments/provider',
    '/api/notifications/key',
  ];
};

const get = (address: string, path: string, headers: Record<string, string> = {}) =>
  fetch(address + path, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (test)', ...headers } });

/** What a reader sees; headers of one request are left out. */
async function read(address: string, path: string, language: string) {
  const response = await get(address, path, { 'accept-language': language });
  const text = await readAnswer(response.clone());
  return { etag: response.headers.get('etag'), status: response.status, text, body: await response.text() };
}

it.each(['en', 'ar', 'de', 'es'])('what is cached for readers of %s is of one market', async (language) => {
  const { full, asking, secrets } = two;
  const wrong: string[] = [];
  let shown = 0;
  for (const path of pathsOf()) {
    const cold = await read(asking.address, path, language);
    const warm = await read(full.app.address, path, language);
    await read(full.app.address, path, language);
    if (warm.text.includes(CANARY)) shown += 1;
    const after = await read(asking.address, path, language);
    const withTag = await get(asking.address, path, {
      'accept-language': language,
      'if-none-match': warm.etag ?? '"none"',
    });
    const back = await read(full.app.address, path, language);
    const text = cold.text + after.text + (await readAnswer(withTag));
    for (const leak of findLeaks(text, secrets, path)) wrong.push(`${path} shows ${leak}`);
    // The same bytes for both have the same tag.
    if (withTag.status === 304 && after.etag !== warm.etag)
      wrong.push(`${path} has not changed since the other`);
    if (back.status !== warm.status || back.etag !== warm.etag) wrong.push(`${path} is of the other one`);
    if (after.status !== cold.status) wrong.push(`${path} was ${cold.status}, and is ${after.status}`);
    if (path.endsWith('.png') && warm.status === 200 && after.status === 200 && path !== '/share.png')
      if (after.body === warm.body) wrong.push(`${path} is the same picture`);
  }
  expect(wrong).toEqual([]);
  expect(shown).toBeGreaterThan(10);
});

it('a signed-in reader gets nothing of what was cached there', async () => {
  const authorization = `Bearer ${await two.admin.token()}`;
  const theirs = `Bearer ${await two.full.seller.token()}`;
  for (const path of pathsOf()) {
    await get(two.full.app.address, path, { authorization: theirs });
    const text = await readAnswer(await get(two.asking.address, path, { authorization, cookie: two.cookie }));
    expect([path, ...findLeaks(text, two.secrets, path)]).toEqual([path]);
  }
});
