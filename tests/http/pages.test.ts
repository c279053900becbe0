import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakePageSource } from '../support/fakes/fake-page-source.ts';
import { TestWorld } from '../support/server/test-world.ts';
import { TestApp } from '../support/server/test-app.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const rendered: string[] = [];

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ pages: createFakePageSource(rendered) });
});
afterAll(() => app.stop());

describe('a page URL', () => {
  it.each([
    ['/Book/ABC', '/book/abc'],
    ['/book/x/', '/book/x'],
    ['/%62ook/x', '/book/x'],
    ['/BOOK/x?search=A', '/book/x?search=A'],
    ['/course/math-101', '/course/MATH101'],
    ['/Course/Üb%201/', '/course/%C3%9CB1'],
    ['/course/Nothing', '/course/nothing'],
  ])('%s redirects to its canonical form', async (written, one) => {
    const reply = await app.visitor().get(written);
    expect([reply.status, reply.headers.get('location')]).toEqual([308, one]);
  });

  it.each(['/course/MATH101', '/course/%C3%9CB1', '/course/nothing', '/course/math101/more'])(
    '%s is canonical',
    async (path) => expect((await app.visitor().get(path)).headers.get('location')).toBeNull(),
  );

  it('is rendered once, with any query', async () => {
    rendered.length = 0;
    for (const query of ['', '?x=1', '?utm_source=a&x=2', '?search=', '?subject='])
      await app.visitor().get(`/${query}`);
    await app.visitor().get('/?search=node.js&x=1');
    await app.visitor().get('/?x=2&search=node.js');
    expect(rendered).toEqual(['/', '/?search=node.js']);
  });

  it('is the same page for all unknown paths', async () => {
    rendered.length = 0;
    for (const path of ['/nothing', '/nothing/else', '/nothing?x=1', '/nothing.html', '/nothing/a.pdf']) {
      const { status, headers } = await app.visitor().get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    }
    expect(rendered).toHaveLength(1);
  });

  it.each([
    '//',
    '//evil.example/x',
    '/\\evil.example/x',
    '/%',
    '/%ff',
    '/assets/x.js',
    '/api/x',
    '/api/x.html',
  ])('%s is not a page', async (path) => {
    const [status, type] = await new Promise<[number, string]>((resolve, reject) => {
      const { hostname, port } = new URL(app.address);
      rawRequest({ hostname, port, path }, (response) => {
        const { statusCode, headers } = response.resume();
        resolve([statusCode!, headers['content-type']!]);
      })
        .on('error', reject)
        .end();
    });
    expect([400, 404]).toContain(status);
    if (/^[/\\]{2}/.test(path)) expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it.each(['/assets/x.html', '/assets/x', '/objects/x.html', '/OBJECTS/x'])(
    'is the 404 page for a user who opens the missing file %s, and a problem for a page that loads it',
    async (path) => {
      const typeFor = async (accept: string) => {
        const { status, headers } = await app.visitor().send('GET', path, undefined, { accept });
        return [status, headers.get('content-type')];
      };
      expect(await typeFor('text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      for (const accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8'])
        expect(await typeFor(accept)).toEqual([404, 'application/problem+json; charset=utf-8']);
    },
  );

  it('is a problem for an unknown endpoint, for every caller', async () => {
    const { headers } = await app.visitor().send('GET', '/api/x', undefined, { accept: 'text/html' });
    expect(headers.get('content-type')).toMatch('application/problem+json');
  });

  it('has the expected headers', async () => {
    const { headers } = await app.visitor().get('/');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; /,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

describe('a cached list', () => {
  it('links to the next page by the parsed query, not by the raw one', async () => {
    const database = await createTestDatabase({ own: true });
    const world = await TestWorld.open({ database });
    for (let index = 0; index < 3; index++) await world.createBook({ title: `Book ${index}`, isbn: null });
    const { hostname, port } = new URL(world.app.address);
    await new Promise((resolve, reject) => {
      rawRequest({ hostname, port, path: 'http://evil.example/api/books?limit=2&evil=1' }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
    const { headers } = await world.app.visitor().get('/api/books?limit=2');
    expect(headers.get('link')).toMatch(/^<\/api\/books\?limit=2&cursor=[\w-]+>; rel="next"$/);
    await world.app.stop();
    await database.close();
  });

  it.each(['br;q=0, gzip;q=0', 'identity'])('is not compressed for %s', async (accepted) => {
    const reply = await app.visitor().send('GET', '/', undefined, { 'accept-encoding': accepted });
    expect(reply.headers.get('content-encoding')).toBeNull();
  });
});
