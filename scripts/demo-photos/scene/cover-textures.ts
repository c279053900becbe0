import { COVER_COLORS, hex } from '#ui/cover/palette.ts';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { type CoverBook, deriveCover, splitTitle } from '#ui/cover/cover-rules.ts';
import { coverDrawing } from '#ui/cover/cover-svg.ts';
import { textLine, wrap } from '#ui/cover/svg-text.ts';
import { fractal, noise } from '../tracer/noise.ts';
import { svgTexture, type Texture } from '../tracer/texture.ts';
import { barcode } from './barcode.ts';

export type PhotographedBook = CoverBook & {
  isbn: string;
  /** The words of the back. */
  blurb?: string;
};

const svg = (width: number, height: number, box: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="none">${content}</svg>`;

/** The front as the product draws it; `wear` from 0 to 1. `extra` is on top, on 72 × 96. */
export function frontTexture(book: PhotographedBook, wear: number, extra = ''): Promise<Texture> {
  return svgTexture(svg(900, 1200, '0 0 72 96', coverDrawing(book) + extra), wearOff(wear, book.isbn));
}

const colorsOf = (book: PhotographedBook) => {
  const colors = COVER_COLORS[deriveCover(book).color]!;
  return { ground: hex(colors.a), ink: hex(colors.f), other: hex(colors.b) };
};

/** A spine that is read from top to bottom. */
export function spineTexture(book: PhotographedBook, wear: number): Promise<Texture> {
  const { ground, ink } = colorsOf(book);
  const { title } = splitTitle(book.title);
  const name = wrap(title, 20, 1, true)[0]!;
  const author = book.author.split(',')[0]!.split(' ').at(-1)!;
  const style = { fill: ink, face: 'serif', anchor: 'start' } as const;
  const text = [
    textLine(name, 14, 7.2, { ...style, size: 6, bold: true }),
    textLine(author, 150, 7, { ...style, size: 4.6 }),
  ].join('');
  const lines = [6, 8, 182, 184]
    .map((x) => `<path d="M${x} 0v10" stroke="${ink}" stroke-width=".5"/>`)
    .join('');
  const drawn = `<path fill="${ground}" d="M0 0h10v190H0z"/><g transform="translate(10 0) rotate(90)">${lines}${text}</g>`;
  return svgTexture(svg(80, 1200, '0 0 10 190', drawn), wearOff(wear, `spine${book.isbn}`));
}

const USED_STICKER =
  '<g transform="translate(8 72) rotate(-3)"><path fill="#f2d43c" d="M0 0h17v8H0z"/><text x="8.5" y="6" font-family="DejaVu Sans" font-weight="700" font-size="5" text-anchor="middle" fill="#1d1d1d">USED</text></g>';

/** Words, a bar code and the sticker of the campus shop. */
export function backTexture(book: PhotographedBook, wear: number): Promise<Texture> {
  const { ground, ink, other } = colorsOf(book);
  const style = { size: 2.5, fill: ink, face: 'sans', anchor: 'start' } as const;
  const lines = wrap(book.blurb ?? '', 24, 14)
    .map((line, index) => textLine(line, 7, 16 + index * 3.5, style))
    .join('');
  const head = textLine(splitTitle(book.title).title, 7, 9.5, { ...style, size: 3.4, bold: true });
  const drawn = `<path fill="${ground}" d="M0 0h72v96H0z"/><path fill="${other}" d="M0 0h72v2.4H0z"/>${head}${lines}${barcode(book.isbn, 42, 74)}${USED_STICKER}`;
  return svgTexture(svg(900, 1200, '0 0 72 96', drawn), wearOff(wear, `back${book.isbn}`));
}

/** Rubs the print off where hands and shelves do: corners, edges, a few scratches. */
function wearOff(wear: number, name: string) {
  const seed = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return (pixels: Uint8Array, width: number, height: number): void => {
    const scratches = scratchesOf(seed, wear);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const u = x / width;
        const v = y / height;
        const fromSide = Math.min(u, 1 - u) * (width / height);
        const fromEnd = Math.min(v, 1 - v);
        const corner = Math.exp(-(fromSide + fromEnd) * 30);
        const edge = Math.exp(-Math.min(fromSide, fromEnd) * 160);
        const rough = fractal(u * 60 * (width / height), v * 60, seed, 4);
        let bare = wear * (1.9 * corner + 1.1 * edge) * rough * 1.5 - 0.32;
        if (wear > 0.3) bare += 0.9 * wear * Math.max(0, fractal(u * 9, v * 9, seed + 5, 5) - 0.66);
        for (const scratch of scratches) bare = Math.max(bare, scratch(u, v));
        const share = Math.max(0, Math.min(0.85, bare * 1.8));
        const dirt = 1 - 0.1 * wear * fractal(u * 5, v * 5, seed + 9, 4);
        const at = (y * width + x) * 3;
        for (const [channel, paper] of [228, 220, 204].entries())
          pixels[at + channel] = (pixels[at + channel]! * (1 - share) + paper * share) * dirt;
      }
  };
}

function scratchesOf(seed: number, wear: number): ((u: number, v: number) => number)[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: Math.round(wear * 7) }, () => {
    const [x, y, length] = [random(), random(), 0.05 + 0.25 * random()];
    const angle = random() * Math.PI;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return (u: number, v: number) => {
      const along = (u - x) * cosine + (v - y) * sine;
      if (along < 0 || along > length) return 0;
      const off = Math.abs((v - y) * cosine - (u - x) * sine + 0.01 * Math.sin(along * 20));
      return off < 0.0016 ? 0.1 + 0.12 * noise(along * 30, seed, 3) : 0;
    };
  });
}
