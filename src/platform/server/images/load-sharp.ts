import type Sharp from 'sharp';

let loaded: Promise<typeof Sharp> | undefined;

/** Loads the image library with the first image: its native code is 20 MB of memory. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Process-wide in libvips: no cache between images, and one thread for each.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
