import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

async function share(fields: Record<string, string | File>): Promise<string | null> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await fetch(`${app.address}/share`, { method: 'POST', body, redirect: 'manual' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  return response.headers.get('location');
}

const photo = (bytes: number, name = 'cover.jpg') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

it('the manifest names the share target in every language', async () => {
  for (const language of ['en', 'ar']) {
    const { body } = await app.visitor().get(`/manifest.webmanifest?lang=${language}`);
    expect(body.share_target).toEqual({
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'photos', accept: ['image/*'] }] },
    });
  }
});

it('without a service worker an ISBN arrives in the form, and a photo is asked for there', async () => {
  const text = 'Introduction to Algorithms, ISBN 978-0-262-04630-5';
  expect(await share({ text })).toBe('/add-listing?shared=9780262046305');
  expect(await share({ text, photos: new File([], '') })).toBe('/add-listing?shared=9780262046305');
  expect(await share({ text: 'Introduction to Algorithms' })).toBe('/add-listing?shared=0');
  expect(await share({ title: 'A book', photos: photo(400) })).toBe('/add-listing?shared=lost');
  expect(await share({ photos: photo(3_000_000) })).toBe('/add-listing?shared=lost');
});

it('other bodies are refused', async () => {
  const response = await fetch(`${app.address}/share`, {
    method: 'POST',
    body: new URLSearchParams({ text: 'x' }),
  });
  expect(response.status).toBe(415);
});
