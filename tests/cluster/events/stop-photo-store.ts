import { expect, it } from 'vitest';
import { noisePicture } from '#tests/support/server/sample-images.ts';
import { sendRequest } from '../support/send-request.ts';
import type { Student } from '../support/student.ts';
import { until } from '../support/until.ts';
import { chatThrough, MAX_RECOVERY_MS, type World } from '../support/world.ts';

const listing = {
  title: 'Campbell Biology',
  author: 'Lisa A. Urry',
  condition: 'Good',
  price: 11_800,
};

export function stopPhotoStore(world: () => World): void {
  it('the photo store is stopped and started again: photos only', async () => {
    const { cluster, pairs } = world();
    const { seller } = pairs[0]!;
    const look = (path: string) =>
      sendRequest('GET', path, { url: cluster.proxy.url, address: '203.0.113.8' });
    const photo = await upload(world(), seller);
    expect(photo.status).toBe(200);
    const book = await seller.call<{ id: string }>('POST', '/api/books', { ...listing, images: [photo.url] });
    await chatThrough(world(), async (chats) => {
      await cluster.store.stop();
      for (const _ of cluster.processes) {
        const refusal = await look(photo.url);
        expect(refusal).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      }
      expect(await upload(world(), seller)).toMatchObject({ status: 503 });
      expect(await look(`/api/books/${book.id}`)).toMatchObject({ status: 200 });
      expect(await seller.request('POST', '/api/books', { ...listing, images: [] })).toMatchObject({
        status: 201,
      });
      await cluster.store.resume();
      const isBack = async () => (await look(photo.url)).status === 200;
      await until('the photo is back', isBack, MAX_RECOVERY_MS);
      expect((await upload(world(), seller)).status).toBe(200);
      expect(chats.failedRequests()).toEqual([]);
    });
  });
}

async function upload({ cluster }: World, student: Student): Promise<{ status: number; url: string }> {
  const target = await student.call<{ uploadURL: string; url: string }>('POST', '/api/objects/upload', {});
  const { pathname, search } = new URL(target.uploadURL);
  const body = new Blob([new Uint8Array(await noisePicture(60, 80).jpeg().toBuffer())]);
  const place = { url: cluster.proxy.url, address: student.address };
  const { status } = await sendRequest('PUT', pathname + search, { ...place, body });
  return { status, url: target.url };
}
