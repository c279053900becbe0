import type { Decoder } from './decoder.ts';

/** Decodes with the next decoder from the first failure on: the service behind a browser's may be missing. */
export function withFallback(first: Decoder, openNext: () => Promise<Decoder>): Decoder {
  let next: Promise<Decoder> | null = null;
  let isClosed = false;
  const fallBack = async (): Promise<Decoder> => {
    first.close();
    const opened = await openNext();
    if (isClosed) opened.close();
    return opened;
  };
  return {
    decode: async (picture) => {
      if (next !== null) return (await next).decode(picture);
      try {
        return await first.decode(picture);
      } catch {
        next ??= fallBack();
        return (await next).decode(picture);
      }
    },
    close: () => {
      isClosed = true;
      if (next === null) first.close();
      else next.then((opened) => opened.close()).catch(() => {});
    },
  };
}
