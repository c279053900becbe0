/** Detects the type from the first bytes of a file. File names and declared types are not trusted. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** Enough for every signature here, including the list of brands in an AVIF. */
export const SNIFF_BYTES = 512;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** The type of the image, or null for any other content (SVG, TIFF, PDF, text, an empty file). */
export function detectImageType(head: Uint8Array): ImageType | null {
  if (startsWith(head, JPEG)) return 'jpeg';
  if (startsWith(head, PNG)) return 'png';
  const first = ascii(head, 0, 6);
  if (first === 'GIF87a' || first === 'GIF89a') return 'gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (ascii(head, 4, 8) === 'ftyp') return sniffBrands(head);
  return null;
}

/** `ftyp` boxes: size, 'ftyp', major brand, version, then compatible brands of four letters each. */
function sniffBrands(head: Uint8Array): ImageType | null {
  const declared = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const end = Math.min(declared, head.length);
  const brands = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(head, at, at + 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return 'heic';
  return null;
}

function startsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return head.length >= signature.length && signature.every((byte, at) => head[at] === byte);
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to));
}
