import type { ScannedCode } from '../../rules.ts';

export type Decoder = {
  /** The codes in a picture, of any format. */
  decode: (picture: ImageData) => Promise<readonly ScannedCode[]>;
  close: () => void;
};

/** A picture for the worker: RGBA, four bytes a pixel. */
export type Picture = { pixels: ArrayBuffer; width: number; height: number };

/** The worker first says once that it is ready, or that it failed; then what is in each picture. */
export type DecoderMessage = { ready: boolean } | { codes: readonly ScannedCode[] };
