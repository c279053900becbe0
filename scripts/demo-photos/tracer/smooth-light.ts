import type { Layers } from './render.ts';

/** Distance of the pixels that each pass averages, and how much brighter or darker those may be. */
const PASSES = [
  [1, 20],
  [2, 3],
  [4, 0.9],
  [8, 0.35],
] as const;

/** Averages the noise of the light over neighbors of the same surface (edge-avoiding à-trous filter). */
export function smoothLight(layers: Layers): void {
  for (const [step, tolerance] of PASSES) {
    layers.light = smoothPlane(layers, layers.light, step, tolerance);
    layers.mirror = smoothPlane(layers, layers.mirror, step, 20);
  }
}

function smoothPlane(layers: Layers, plane: Float32Array, step: number, tolerance: number): Float32Array {
  const { width, height, normal, depth } = layers;
  const out = new Float32Array(plane.length);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    const at = pixel * 3;
    const own = plane[at]! + plane[at + 1]! + plane[at + 2]!;
    const near = 80 / (step * depth[pixel]!);
    const alike = 1 / (tolerance * (own + 0.05));
    let total = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let dy = -step; dy <= step; dy += step)
      for (let dx = -step; dx <= step; dx += step) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
        const other = pixel + dy * width + dx;
        const to = other * 3;
        const turned =
          normal[at]! * normal[to]! + normal[at + 1]! * normal[to + 1]! + normal[at + 2]! * normal[to + 2]!;
        if (turned < 0.9) continue;
        const apart = (depth[pixel]! - depth[other]!) * near;
        const differs = (plane[to]! + plane[to + 1]! + plane[to + 2]! - own) * alike;
        const weight = 1 / (1 + apart * apart + differs * differs) ** 2;
        total += weight;
        red += weight * plane[to]!;
        green += weight * plane[to + 1]!;
        blue += weight * plane[to + 2]!;
      }
    out[at] = red / total;
    out[at + 1] = green / total;
    out[at + 2] = blue / total;
  }
  return out;
}
