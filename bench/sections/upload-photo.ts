import sharp from 'sharp';

/** Returns the photo's address in a listing. */
export async function uploadPhoto(origin: string, authorization: string, body: ArrayBuffer): Promise<string> {
  const { uploadURL, url } = await answer<{ uploadURL: string; url: string }>(
    `${origin}/api/objects/upload`,
    {
      method: 'POST',
      headers: { authorization },
    },
  );
  await answer(uploadURL, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } });
  return url;
}

/** Resembles a phone's photo: large, with coarse shapes, shades and some grain. */
export async function drawPhoto(index: number): Promise<ArrayBuffer> {
  const [width, height] = [1536, 2048];
  const noise = (size: number, sigma: number) =>
    sharp({
      create: {
        width: size,
        height: size,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const shapes = await noise(24, 70).png().toBuffer();
  const grain = await noise(512, 12).resize(width, height, { fit: 'fill' }).png().toBuffer();
  const picture = await sharp(shapes)
    .resize(width, height, { fit: 'fill', kernel: index % 2 === 0 ? 'cubic' : 'nearest' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
  return new Uint8Array(picture).buffer;
}

async function answer<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  if (!response.ok)
    throw new Error(`${init.method} ${address} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
