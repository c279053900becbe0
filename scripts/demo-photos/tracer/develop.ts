import sharp from 'sharp';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { noise } from './noise.ts';
import type { Layers } from './render.ts';
import type { Color } from './scene.ts';

export type Development = {
  exposure: number;
  /** What the phone takes for white. */
  tint: Color;
  /** Grain of the sensor: the darker the room, the more. */
  grain: number;
  /** Pixels by which the hand has moved. */
  shake: number;
  seed: number;
};

/** Pixels of the layers for one of the photo, across. */
export const OVERSAMPLING = 2;

/** Makes a picture of the light as a phone does: exposure, tones, darker corners, grain, sharpening. */
export async function developPhoto(layers: Layers, development: Development): Promise<Buffer> {
  const { width, height } = layers;
  const exact = sharp(exposePixels(layers, development), { raw: { width, height, channels: 3 } });
  const { data, info } = await exact
    .resize({ width: width / OVERSAMPLING })
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, info.width, development);
  const grainy = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const steady = development.shake > 0 ? grainy.blur(0.3 + development.shake) : grainy;
  return steady.sharpen({ sigma: 0.8, m1: 0.5, m2: 1.1 }).png().toBuffer();
}

function exposePixels(
  { width, height, albedo, light, mirror }: Layers,
  { exposure, tint }: Development,
): Buffer {
  const pixels = Buffer.alloc(albedo.length);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = ((pixel % width) - width / 2) / width;
    const y = (Math.floor(pixel / width) - height / 2) / width;
    const corner = 1 - 0.32 * (x * x + y * y);
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel;
      const linear = (albedo[at]! * light[at]! + mirror[at]!) * exposure * tint[channel]! * corner;
      pixels[at] = 255 * tone(linear);
    }
  }
  return pixels;
}

function addGrain(pixels: Buffer, width: number, { grain, seed }: Development): void {
  const random = createSeededRandom(seed);
  for (let at = 0; at < pixels.length; at += 3) {
    const x = (at / 3) % width;
    const y = Math.floor(at / 3 / width);
    const speck = random() + random() - 1;
    for (let channel = 0; channel < 3; channel++) {
      const patch = noise(x / 3, y / 3, seed + channel) - 0.5;
      const value = pixels[at + channel]! + 255 * grain * (speck + patch);
      pixels[at + channel] = Math.max(0, Math.min(255, value));
    }
  }
}

/** Linear light to the tones of a picture: bright parts roll off, dark ones keep their contrast. */
function tone(linear: number): number {
  const curve = (linear * (2.51 * linear + 0.03)) / (linear * (2.43 * linear + 0.59) + 0.14);
  return Math.max(0, Math.min(1, curve)) ** (1 / 2.2);
}
