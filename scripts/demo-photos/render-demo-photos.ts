/**
 * Draws the photos of the demo campus: `npm run demo-photos`, or `… -- NAME…` for some of them. The scenes
 * are in scene/, the ray tracer that lights them in tracer/. The product's own encoder writes the files.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photoSizes } from '#features/photos/stored-photo.ts';
import { readListings } from '#demo/read-listings.ts';
import { createImageEncoder } from '#platform/server/images/reencode-image.ts';
import { composePhoto } from './compose-photo.ts';
import { furnishShot } from './furnish-shot.ts';
import { copies } from './scene/photographed-books.ts';
import { shots, type Shot } from './scene/shots.ts';
import { developPhoto, OVERSAMPLING } from './tracer/develop.ts';
import { renderScene } from './tracer/render.ts';
import { smoothLight } from './tracer/smooth-light.ts';

const WIDTH = Number(process.env['PHOTO_WIDTH'] ?? 720);
const target = process.env['PHOTO_FOLDER'] ?? join(import.meta.dirname, '../../src/demo/photos');
const listings = readListings();
const encoder = createImageEncoder({ sizes: photoSizes });

async function drawPhoto(shot: Shot, seed: number): Promise<Buffer> {
  const listed = listings.find(({ isbn }) => isbn === copies[shot.copy].isbn);
  if (listed === undefined) throw new Error(`No listing has the book of ${shot.copy}`);
  const furnish = await furnishShot(shot, listed, seed);
  const { scene, development } = composePhoto({ ...shot.setting, seed }, furnish);
  const layers = renderScene(scene, WIDTH * OVERSAMPLING, Math.round((WIDTH * 4) / 3) * OVERSAMPLING);
  smoothLight(layers);
  return developPhoto(layers, development);
}

const wanted = process.argv.slice(2);
for (const [index, shot] of shots.entries()) {
  const name = `${shot.copy}-${shot.look}`;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const photo = await encoder.reencode(await drawPhoto(shot, index + 1));
  if (!photo.ok) throw new Error(`${name}: ${photo.detail}`);
  for (const { size, bytes } of photo.renditions) {
    await mkdir(join(target, String(size)), { recursive: true });
    await writeFile(join(target, String(size), `${name}.webp`), bytes);
    console.log(`${name} ${size}: ${Math.round(bytes.length / 1024)} KB`);
  }
}
