import type { ScannedCode } from '../../rules.ts';

export type Decoder = {
  /** The codes in a picture, of any format. */
  decode: (picture: ImageData) => Promise<readonly ScannedCode[]>;
  close: () => void;
};
