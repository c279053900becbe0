import { createReadConfirmation, type CodeReader, type Confirmed } from '../rules.ts';
import { createPictureDrawer } from './draw-picture.ts';
import type { Decoder } from './decoder/decoder.ts';

/** A photo is looked at in these sizes, upright and at an angle, until two of them agree. */
const drawings = [1_280, 960, 1_920, 640, 2_560].flatMap((longestPx) =>
  [0, 45].map((degrees) => ({ longestPx, degrees })),
);

/** What a photo shows; null: no code, or no picture that this browser can read. */
export async function decodePhoto(file: Blob, decoder: Decoder, read: CodeReader): Promise<Confirmed | null> {
  const photo = await createImageBitmap(file).catch(() => null);
  if (photo === null) return null;
  const draw = createPictureDrawer();
  const confirm = createReadConfirmation(read);
  let found: Confirmed | null = null;
  try {
    for (const drawing of drawings) {
      const picture = draw(photo, photo, drawing);
      if (picture === null) break;
      const confirmed = confirm(await decoder.decode(picture));
      if (confirmed !== null && confirmed !== 'other-code') return confirmed;
      found = confirmed ?? found;
    }
    return found;
  } finally {
    photo.close();
  }
}
