/** Smooth random numbers for surfaces, the same on every machine. */
function lattice(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974634541)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Value noise, 0 to 1, with one feature per unit. */
export function noise(x: number, y: number, seed: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = ease(x - left);
  const v = ease(y - top);
  const upper = lattice(left, top, seed) * (1 - u) + lattice(left + 1, top, seed) * u;
  const lower = lattice(left, top + 1, seed) * (1 - u) + lattice(left + 1, top + 1, seed) * u;
  return upper * (1 - v) + lower * v;
}

/** Noise of several sizes, each half as large and half as strong; 0 to 1. */
export function fractal(x: number, y: number, seed: number, octaves = 4): number {
  let sum = 0;
  let total = 0;
  for (let octave = 0, weight = 1, size = 1; octave < octaves; octave++, weight /= 2, size *= 2) {
    sum += weight * noise(x * size, y * size, seed + octave);
    total += weight;
  }
  return sum / total;
}
