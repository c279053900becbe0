import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let admin: TestClient;
beforeAll(async () => {
  world = await TestWorld.open();
  admin = await world.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await world.app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  world.app.clock.advance({ minutes: 1 });
  await world.createBook();
});
afterAll(() => world.app.stop());

/** Become an apostrophe, a backslash or an operator without their accents, or several words, or nothing. */
const letters = [...'ŉʼʻʹʺˈˊ′″‛＇＼∖ﬀ½㎏ßſİıǆ＆｜！：（）＜＞＊\\\'"&|!:()<>*%_\u0301\u200D\u{10FFFD}'];
const texts = letters.flatMap((letter) => [letter, `a${letter}b c${letter}`]);

describe('no letter of a search makes the database refuse it', () => {
  it.each([
    '/api/books?search=',
    '/api/books?sort=price&search=',
    '/api/books?hasPhotos=1&search=',
    '/api/books?subject=',
    '/api/books?course=',
    '/api/courses?search=',
    '/api/courses/',
    '/?search=',
    '/api/admin/books?search=',
    '/api/admin/users?search=',
  ])('%s', async (path) => {
    const refused: string[] = [];
    for (const text of texts) {
      const { status } = await admin.get(path + encodeURIComponent(text));
      if (![200, 400, 404].includes(status)) refused.push(text);
    }
    expect(refused).toEqual([]);
  });

  it('of wanted words', async () => {
    const refused: string[] = [];
    for (const text of texts) {
      const { status, body } = await world.buyer.post('/api/wanted', { words: text });
      if (![201, 400].includes(status)) refused.push(text);
      if (status === 201) await world.buyer.delete(`/api/wanted/${body.id}`);
    }
    expect(refused).toEqual([]);
  });
});

it.each([
  '/api/books',
  '/api/books?search=a&',
  '/api/courses',
  '/api/courses?search=ab&',
  '/api/admin/books',
])('%s refuses cursors of no list', async (path) => {
  for (const cursor of [
    { code: '\u0000' },
    { code: '\uD800' },
    { code: '' },
    { code: 'A%' },
    {},
    [],
    'x',
    null,
  ]) {
    const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    const { status } = await admin.get(`${path}${path.includes('?') ? '' : '?'}cursor=${text}`);
    expect({ cursor, status }).toEqual({ cursor, status: 400 });
  }
});
