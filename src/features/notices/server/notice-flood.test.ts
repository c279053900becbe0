import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { noticeRateLimit } from '../rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ variables: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.stop());

it('about one listing from many networks keeps no user with an account from it', async () => {
  const seller = await app.signedInClient('Daniel Osei', 'daniel@northfield.example');
  const reader = await app.signedInClient('Omar Haddad', 'omar@northfield.example');
  const bookId = (await seller.post('/api/books', algorithms)).body.id;
  const notify = (number: number, by = app.visitor()) =>
    by.send(
      'POST',
      '/api/notices',
      {
        url: `/book/${bookId}`,
        reason: `Reason ${number}`,
        name: 'Ada Reeves',
        email: `ada.${number}@reeves.example`,
        goodFaith: true,
      },
      { 'x-forwarded-for': `10.30.${Math.floor(number / 10)}.1` },
    );
  for (let number = 0; number < noticeRateLimit.target.points; number += 1)
    expect((await notify(number)).status).toBe(201);
  expect((await notify(1_000)).status).toBe(429);
  expect((await notify(1_001, reader)).status).toBe(201);
});
