import { fractal, noise } from '../tracer/noise.ts';
import { paintTexture, type Texture } from '../tracer/texture.ts';

export type TableKind = 'oak' | 'walnut' | 'white' | 'sheet' | 'carpet' | 'checked' | 'stone' | 'green';

type Rgb = readonly [number, number, number];
type Paint = (x: number, y: number) => readonly [number, number, number, number];

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** Boards with a long grain and dark pores. `x` and `y` are centimetres. */
const wood =
  (light: Rgb, dark: Rgb, board: number): Paint =>
  (x, y) => {
    const index = Math.floor(y / board);
    const along = x + index * 37.3;
    const bend = 1.6 * fractal(along * 0.05, y * 0.2, 11 + index, 3);
    const ring = fractal(along * 0.035, (y + bend) * 0.85, 23 + index, 4);
    const vein = 0.5 + 0.5 * Math.sin((ring * 22 + y * 0.7) * 1.7);
    const pore = noise(along * 0.7, y * 22, 5) > 0.8 ? 0.3 * noise(along * 1.6, y * 30, 9) : 0;
    const tone = 0.32 * vein + 0.55 * fractal(along * 0.09, y * 1.6, 31 + index, 4) + pore;
    const gap = y - index * board < 0.09 ? 0.55 : 0;
    const color = mix(light, dark, Math.min(1, tone + gap + 0.14 * noise(index * 3.1, 0.5, 3)));
    return [...color, -0.25 * pore - gap];
  };

const plain =
  (color: Rgb, spots: number, speckle: number): Paint =>
  (x, y) => {
    const cloud = fractal(x * 0.08, y * 0.08, 7, 4) - 0.5;
    const speck = speckle * (noise(x * 9, y * 9, 13) - 0.5) + speckle * (noise(x * 21, y * 21, 17) - 0.5);
    const by = 1 + spots * cloud + speck;
    return [color[0] * by, color[1] * by, color[2] * by, 0.1 * speck];
  };

/** Cotton with folds. */
const cloth =
  (color: Rgb, other: Rgb, square: number): Paint =>
  (x, y) => {
    const fold = 4 * fractal(x * 0.08 + 0.8 * noise(x * 0.05, y * 0.05, 2), y * 0.045, 41, 2);
    const thread = 0.05 * Math.sin(x * 44) * Math.sin(y * 44) + 0.06 * (noise(x * 14, y * 14, 19) - 0.5);
    const dyed = square > 0 ? (stripe(x, square) + stripe(y, square)) / 2 : 0;
    const by = 1 + thread + 0.06 * (noise(x * 1.2, y * 1.2, 29) - 0.5);
    const [red, green, blue] = mix(color, other, dyed);
    return [red * by, green * by, blue * by, fold];
  };

const stripe = (at: number, width: number): number => (Math.floor(at / width) % 2 === 0 ? 1 : 0);

/** Short loops of wool in two shades. */
const carpet =
  (color: Rgb, other: Rgb): Paint =>
  (x, y) => {
    const loop = noise(x * 5 + noise(x * 3, y * 3, 1), y * 5, 51) * noise(x * 11, y * 11, 53);
    const share = fractal(x * 1.1, y * 1.1, 57, 3);
    const by = 0.72 + 0.5 * loop + 0.2 * share;
    const [red, green, blue] = mix(color, other, share > 0.5 ? 1 : 0);
    return [red * by, green * by, blue * by, 0.8 * loop];
  };

const PAINTS: Record<TableKind, Paint> = {
  oak: wood([196, 164, 128], [142, 108, 78], 11),
  walnut: wood([122, 84, 60], [52, 33, 24], 14),
  white: plain([224, 221, 214], 0.05, 0.03),
  sheet: cloth([136, 152, 172], [136, 152, 172], 0),
  carpet: carpet([118, 114, 111], [104, 102, 104]),
  checked: cloth([222, 216, 206], [168, 74, 66], 2.4),
  stone: plain([126, 124, 122], 0.35, 0.1),
  green: plain([74, 98, 84], 0.2, 0.1),
};

/** The texture covers this many centimetres. */
export const TABLE_CM = 90;
const PIXELS = 1500;

const made = new Map<TableKind, Texture>();

export function tableTexture(kind: TableKind): Texture {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const paint = PAINTS[kind];
  const perPixel = TABLE_CM / PIXELS;
  const texture = paintTexture(PIXELS, PIXELS, (x, y) => paint(x * perPixel, y * perPixel));
  made.set(kind, texture);
  return texture;
}
