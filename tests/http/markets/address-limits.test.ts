import { afterEach, expect, it } from 'vitest';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

let markets: TestMarkets;
afterEach(() => markets.stop());

const ATTEMPTS = 60;
const CLIENT = '198.51.100.7';

/** The edge counts before it looks at the market, so that none needs to be open. */
async function start(names: string[]): Promise<void> {
  markets = await TestMarkets.start(names, {
    app: { unlimited: false },
    variables: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  for (const name of names) markets.change(name, { state: 'paused' });
}

const ask = (name: string, { from = CLIENT, path = '/api/auth/sign-in/email' } = {}) =>
  fetch(markets.addressOf(name) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.1, ${from}` },
    body: '{}',
  });

it('sixty attempts to sign in are all that an address has in a minute, over all markets', async () => {
  await start(['northfield', 'westfield']);
  for (let count = 0; count < ATTEMPTS; count += 1)
    expect((await ask(count % 2 === 0 ? 'northfield' : 'westfield')).status).toBe(503);
  for (const path of [
    'sign-in/email',
    'sign-in/passkey',
    'sign-up/email',
    'forgot-password',
    'reset-password',
  ])
    expect((await ask('westfield', { path: `/api/auth/${path}` })).status).toBe(429);
  const refused = await ask('northfield');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
  // Other requests go on, and so do other addresses.
  expect((await ask('northfield', { path: '/api/books' })).status).toBe(503);
  expect((await ask('northfield', { from: '198.51.100.8' })).status).toBe(503);
  markets.clock.advance({ seconds: 1 });
  expect((await ask('westfield')).status).toBe(503);
  expect((await ask('westfield')).status).toBe(429);
});

it('a market alone has its own limits only', async () => {
  await start(['northfield']);
  for (let count = 0; count <= ATTEMPTS; count += 1) expect((await ask('northfield')).status).toBe(503);
});
