import { noisePicture } from './sample-images.ts';
import type { TestClient } from './test-app.ts';

/** Uploads a photo through the public API, a small one by default; returns its URL. */
export async function uploadPhoto(
  app: { address: string },
  person: TestClient,
  file?: Buffer,
): Promise<string> {
  const { body } = await person.post('/api/objects/upload');
  const { pathname, search } = new URL(body.uploadURL);
  const photo = file ?? (await noisePicture(60, 80).jpeg().toBuffer());
  const put = await fetch(app.address + pathname + search, { method: 'PUT', body: new Uint8Array(photo) });
  if (put.status !== 200) throw new Error(`The upload returned ${put.status}: ${await put.text()}`);
  return body.url;
}
