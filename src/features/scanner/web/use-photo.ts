import { useEffect, useEffectEvent, useState } from 'react';
import type { CodeReader, Confirmed } from '../rules.ts';
import { decodePhoto } from './decode-photo.ts';
import type { Decoder } from './decoder/decoder.ts';

type PhotoScan = {
  /** Null while it loads: the photo waits. */
  decoder: Decoder | null;
  read: CodeReader;
  /** Null: the photo shows no code. */
  onDecoded: (found: Confirmed | null) => void;
};

/** Decodes a photo that the user takes or chooses. */
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
