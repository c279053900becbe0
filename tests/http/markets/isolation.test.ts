import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';
import { TestSocket } from '#tests/support/server/test-socket.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let markets: TestMarkets;
let here: TestWorld;
let there: TestWorld;
beforeAll(async () => {
  markets = await TestMarkets.open(['northfield', 'westfield'], { pages: createFakePageSource() });
  here = markets.world('northfield');
  there = markets.world('westfield');
});
afterAll(() => markets.stop());

const bearer = async (world: TestWorld) => ({ authorization: `Bearer ${await world.seller.token()}` });

describe('what belongs to one market is nothing in another', () => {
  it('a token', async () => {
    const path = '/api/conversations';
    expect((await here.seller.get(path)).status).toBe(200);
    const foreign = await there.app.visitor().send('GET', path, undefined, await bearer(here));
    expect([foreign.status, foreign.body.code]).toEqual([401, 'invalid-token']);
  });

  it('the cookie of a session', async () => {
    expect((await here.seller.movedTo(here.app.address).token())!.length).toBeGreaterThan(0);
    const moved = here.seller.movedTo(there.app.address);
    expect((await moved.token().catch(() => null)) ?? null).toBeNull();
  });

  it('ids, lists and pages, also when they are cached', async () => {
    const { id } = await here.createBook({ title: 'Canary of northfield' });
    for (let time = 0; time < 2; time += 1) {
      expect((await here.app.visitor().get(`/api/books/${id}`)).status).toBe(200);
      expect((await there.app.visitor().get(`/api/books/${id}`)).status).toBe(404);
      expect(await here.listTitles('')).toEqual(['Canary of northfield']);
      expect(await there.listTitles('')).toEqual([]);
    }
    const { headers } = await here.app.visitor().get('/api/books');
    const given = { 'if-none-match': headers.get('etag') ?? '"none"' };
    const { status, body } = await there.app.visitor().send('GET', '/api/books', undefined, given);
    expect(JSON.stringify([status, body])).not.toContain('Canary');
    expect((await there.seller.post('/api/conversations', { bookId: id })).status).toBe(404);
    expect((await there.seller.delete(`/api/books/${id}`)).status).toBe(404);
  });

  it('a reading list, also of a course that both have', async () => {
    const csv = 'code,title,term,isbn,requirement\nMATH 101,Calculus,,9780262046305,required';
    for (const { app, seller } of [here, there]) {
      await app.database.pool.query("UPDATE users SET staff_roles = '{course-editor}' WHERE id = $1", [
        seller.id,
      ]);
      expect((await seller.post('/api/admin/courses/import', { csv })).status).toBe(200);
    }
    const path = '/api/admin/courses/MATH101/books/9780262046305/accepts';
    const body = { accepts: 'any' };
    const foreign = await there.app.visitor().send('PUT', path, body, await bearer(here));
    expect([foreign.status, foreign.body.code]).toEqual([401, 'invalid-token']);
    expect((await here.seller.send('PUT', path, body)).status).toBe(200);
    const accepted = async ({ app }: TestWorld) =>
      (await app.visitor().get('/api/courses/MATH101')).body.books[0].accepts;
    expect([await accepted(here), await accepted(there)]).toEqual(['any', 'exact']);
  });

  it('the address of an upload', async () => {
    const url = await uploadPhoto(here.app, here.seller);
    const { pathname } = new URL(url, here.app.address);
    expect((await here.app.visitor().get(pathname)).status).toBe(200);
    expect((await there.app.visitor().get(pathname)).status).toBe(404);
    const { body } = await here.seller.post('/api/objects/upload');
    const target = new URL(body.uploadURL);
    const put = (address: string) =>
      fetch(address + target.pathname + target.search, { method: 'PUT', body: new Uint8Array(10) });
    expect((await put(there.app.address)).status).toBe(404);
    // Refused for its bytes, not for its address.
    expect((await put(here.app.address)).status).toBe(415);
  });

  it('a socket', async () => {
    const socket = await TestSocket.open(there.app.address);
    socket.send({ type: 'auth', token: await here.seller.token() });
    expect((await socket.next('error')).code).toBe('invalid-token');
    const foreign = new TestSocket(`${there.app.address.replace('http', 'ws')}/ws`, {
      origin: here.app.address,
    });
    expect((await foreign.closed).reason).toContain('403');
  });

  it('the same email may have an account in both', async () => {
    const email = 'robin@northfield.example';
    const [one, other] = [here.app.visitor(), there.app.visitor()];
    await one.signUp('Robin here', email);
    await other.signUp('Robin there', email);
    expect(one.id).not.toBe(other.id);
    const profile = `/api/users/${one.id}`;
    expect((await here.app.visitor().get(profile)).status).toBe(200);
    expect((await there.app.visitor().get(profile)).status).toBe(404);
  });
});

describe('names', () => {
  it('lead to their market, with a port, in any case, with a dot at the end', async () => {
    const { request } = await import('node:http');
    const titleAt = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(here.app.address);
        request({ hostname, port, path: '/api/books', headers: { host } }, (response) => {
          let text = `${response.statusCode} `;
          response.on('data', (part) => (text += part)).on('end', () => resolve(text));
        })
          .on('error', reject)
          .end();
      });
    for (const host of ['northfield.example', 'NORTHFIELD.example:1', 'northfield.example.'])
      expect(await titleAt(host)).toContain('Canary of northfield');
    expect(await titleAt('westfield.example')).toBe('200 []');
    for (const host of ['nortfield.example', 'northfield.example.evil', 'x.localhost'])
      expect((await titleAt(host)).slice(0, 3)).toBe('421');
    // The machine's own names are those of the first one.
    expect(await titleAt('localhost')).toContain('Canary of northfield');
  });
});
