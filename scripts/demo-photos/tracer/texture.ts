import sharp from 'sharp';

/** Linear light, three numbers for a pixel, and a height that bends the normals where it changes. */
export type Texture = {
  width: number;
  height: number;
  color: Float32Array;
  bumps?: Float32Array;
  average: [number, number, number];
};

const toLinear = (value: number): number => (value / 255) ** 2.2;

/** Paints each pixel: sRGB from 0 to 255, and the height. */
export function paintTexture(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly [red: number, green: number, blue: number, bump?: number],
): Texture {
  const color = new Float32Array(width * height * 3);
  const bumps = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [red, green, blue, bump = 0] = paint(x, y);
      color.set([toLinear(red), toLinear(green), toLinear(blue)], at * 3);
      bumps[at] = bump;
    }
  return { width, height, color, bumps, average: averageOf(color) };
}

/** An SVG as a texture; `touch` may change the sRGB pixels first. */
export async function svgTexture(
  svg: string,
  touch: (pixels: Uint8Array, width: number, height: number) => void = () => {},
): Promise<Texture> {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  touch(data, info.width, info.height);
  const color = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) color[at] = toLinear(data[at]!);
  return { width: info.width, height: info.height, color, average: averageOf(color) };
}

function averageOf(color: Float32Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < color.length; at += 3)
    for (const channel of [0, 1, 2] as const) sum[channel] += color[at + channel]!;
  const count = color.length / 3;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Bilinear; outside of 0 to 1 the texture repeats. Writes into `out`. */
export function sampleTexture(texture: Texture, u: number, v: number, out: Float64Array): void {
  const { width, height, color } = texture;
  const x = (u - Math.floor(u)) * width - 0.5;
  const y = (v - Math.floor(v)) * height - 0.5;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const a = x - left;
  const b = y - top;
  const x0 = left < 0 ? 0 : left;
  const x1 = left + 1 < width ? left + 1 : width - 1;
  const y0 = (top < 0 ? 0 : top) * width;
  const y1 = (top + 1 < height ? top + 1 : height - 1) * width;
  for (let channel = 0; channel < 3; channel++) {
    const upper = color[(y0 + x0) * 3 + channel]! * (1 - a) + color[(y0 + x1) * 3 + channel]! * a;
    const lower = color[(y1 + x0) * 3 + channel]! * (1 - a) + color[(y1 + x1) * 3 + channel]! * a;
    out[channel] = upper * (1 - b) + lower * b;
  }
}

/** How fast the height changes to the right and downwards, per pixel. */
export function slopeAt({ width, height, bumps }: Texture, u: number, v: number): [number, number] {
  if (bumps === undefined) return [0, 0];
  const x = Math.min(width - 2, Math.floor((u - Math.floor(u)) * width));
  const y = Math.min(height - 2, Math.floor((v - Math.floor(v)) * height));
  const at = y * width + x;
  return [bumps[at + 1]! - bumps[at]!, bumps[at + width]! - bumps[at]!];
}
