import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { newAdmin } from '#tests/support/markets/filled-market.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';
import { TestSocket } from '#tests/support/server/test-socket.ts';

let markets: TestMarkets;
beforeAll(async () => {
  const settings = { CAMPUS_LANGUAGES: 'en,de' };
  markets = await TestMarkets.open(['northfield', 'westfield'], { pages: createFakePageSource(), settings });
});
afterAll(() => markets.stop());
beforeEach(() => markets.change('westfield', { state: 'active', reason: null }));

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(markets.addressOf('westfield') + path, { headers, redirect: 'manual' });
const problemOf = async (path: string, headers = {}) => {
  const response = await ask(path, headers);
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code, detail };
};

describe('a market that is not active', () => {
  it.each([
    { state: 'creating', status: 503, code: 'market-creating', retryAfter: '60' },
    { state: 'paused', status: 503, code: 'market-paused', retryAfter: '60' },
    { state: 'moving', status: 503, code: 'market-moving', retryAfter: '2' },
    { state: 'deleting', status: 410, code: 'market-closed', retryAfter: null },
  ] as const)('$state: says so to a program, to a reader and to a socket', async ({ state, ...expected }) => {
    markets.change('westfield', { state, reason: 'Exams until Friday' });
    expect(await problemOf('/api/books')).toMatchObject(expected);
    const page = await ask('/');
    const { headers } = page;
    expect([page.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      expected.status,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers.get('retry-after')).toBe(expected.retryAfter);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(`<h1>westfield campus ${state}</h1>Exams until Friday`);
    const socket = new TestSocket(`${markets.addressOf('westfield').replace('http', 'ws')}/ws`);
    expect((await socket.closed).reason).toContain(String(expected.status));
    expect((await fetch(`${markets.addressOf('northfield')}/api/books`)).status).toBe(200);
  });

  it('speaks the language of the reader, among those of the market', async () => {
    markets.change('westfield', { state: 'paused' });
    const german = await ask('/', { 'accept-language': 'de' });
    expect(german.headers.get('content-language')).toBe('de');
    expect(await german.text()).toContain('<title>westfield campus macht Pause · BookSwap</title>');
    expect((await ask('/', { 'accept-language': 'es' })).headers.get('content-language')).toBe('en');
    const { detail } = await problemOf('/api/books', { 'accept-language': 'de' });
    expect(detail).toBe('westfield campus macht Pause. Nichts geht verloren.');
  });

  it('sends its sockets elsewhere when it moves, and serves again where it is then', async () => {
    const socket = await markets.world('westfield').seller.connect();
    const neighbor = await markets.world('northfield').seller.connect();
    markets.change('westfield', { state: 'moving' });
    expect((await socket.closed).code).toBe(1012);
    expect(markets.isOpen('westfield')).toBe(false);
    await neighbor.settled();
    neighbor.terminate();
    markets.change('westfield', { state: 'active' });
    expect((await ask('/api/books')).status).toBe(200);
  });

  it('a paused market has the name and the languages that its administrators chose', async () => {
    const admin = await newAdmin(await markets.appOf('westfield'), 'westfield.edu', 'Wanda');
    const {
      iconVersion: _icon,
      operator: _operator,
      ...settings
    } = (await admin.get('/api/admin/campus')).body;
    const changed = { ...settings, name: 'West College', languages: ['en', 'es'] };
    expect((await admin.send('PUT', '/api/admin/campus', changed)).status).toBe(200);
    await markets.edge.markets.reopen(2);
    markets.change('westfield', { state: 'paused' });
    const page = await ask('/', { 'accept-language': 'es' });
    expect(page.headers.get('content-language')).toBe('es');
    expect(await page.text()).toContain('West College');
  });
});

describe('an address without a market', () => {
  it('is a page for readers and a problem for programs', async () => {
    const address = markets.addressOf('westfield');
    markets.change('westfield', { hosts: ['westfield.example'] });
    markets.change('northfield', { hosts: ['127.0.0.2'] });
    // The address of the machine is that of the first market, so a name asks.
    const { request } = await import('node:http');
    const ask = (accept: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const { hostname, port } = new URL(address);
        const headers = { host: 'nortfield.example', accept };
        request({ hostname, port, path: '/', headers }, (response) => {
          let text = '';
          response
            .on('data', (part) => (text += part))
            .on('end', () => resolve({ status: response.statusCode!, text }));
        })
          .on('error', reject)
          .end();
      });
    const page = await ask('text/html');
    expect([page.status, page.text]).toEqual([
      421,
      expect.stringContaining('<h1>No campus here</h1>nortfield.example'),
    ]);
    expect(JSON.parse((await ask('*/*')).text)).toMatchObject({ code: 'unknown-host' });
  });
});
