import { useEffect, useEffectEvent, useState } from 'react';
import { type CodeReader, type Confirmed, createReadConfirmation } from '../rules.ts';
import type { Decoder } from './decoder/decoder.ts';
import { createPictureDrawer } from './draw-picture.ts';

type PhotoScan = {
  /** Null while it loads: the photo waits. */
  decoder: Decoder | null;
  read: CodeReader;
  /** Null: the photo shows no code. */
  onDecoded: (found: Confirmed | null) => void;
};

export function usePhoto({ decoder, read, onDecoded }: PhotoScan) {
  const [photo, setPhoto] = useState<File | null>(null);
  const decode = useEffectEvent((file: File, by: Decoder) => decodePhoto(file, by, read));
  const tell = useEffectEvent(onDecoded);
  useEffect(() => {
    if (photo === null || decoder === null) return;
    let isOver = false;
    const finish = (found: Confirmed | null) => {
      if (isOver) return;
      setPhoto(null);
      tell(found);
    };
    decode(photo, decoder).then(finish, () => finish(null));
    return () => {
      isOver = true;
    };
  }, [photo, decoder]);
  return { photo, decodePhoto: setPhoto };
}

/** A photo is looked at in these sizes, upright and at an angle, until two of them agree. */
const drawings = [1_280, 960, 1_920, 640, 2_560].flatMap((longestPx) =>
  [0, 45].map((degrees) => ({ longestPx, degrees })),
);

/** What a photo shows; null: no code, or no picture that this browser can read. */
async function decodePhoto(file: Blob, decoder: Decoder, read: CodeReader): Promise<Confirmed | null> {
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
