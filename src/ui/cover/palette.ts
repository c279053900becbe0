/** For images outside a browser, without oklch() and variables. A test compares them with the style sheets. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
type CoverColors = { a: Oklch; b: Oklch; f: Oklch; d: Oklch };

export const COVER_COLORS: readonly CoverColors[] = [
  { a: [0.36, 0.065, 160], b: [0.66, 0.075, 158], f: [0.93, 0.035, 95], d: [0.8, 0.07, 110] },
  { a: [0.36, 0.095, 22], b: [0.62, 0.12, 30], f: [0.93, 0.03, 80], d: [0.8, 0.07, 45] },
  { a: [0.32, 0.07, 262], b: [0.62, 0.085, 250], f: [0.93, 0.025, 90], d: [0.78, 0.1, 30] },
  { a: [0.5, 0.125, 38], b: [0.76, 0.085, 48], f: [0.96, 0.02, 85], d: [0.36, 0.06, 25] },
  { a: [0.41, 0.06, 215], b: [0.72, 0.06, 205], f: [0.95, 0.02, 100], d: [0.74, 0.11, 35] },
  { a: [0.35, 0.075, 345], b: [0.66, 0.085, 350], f: [0.94, 0.025, 70], d: [0.8, 0.06, 20] },
  { a: [0.41, 0.06, 120], b: [0.74, 0.085, 112], f: [0.95, 0.03, 100], d: [0.52, 0.11, 40] },
  { a: [0.28, 0.012, 60], b: [0.6, 0.02, 70], f: [0.91, 0.025, 85], d: [0.55, 0.14, 30] },
  { a: [0.43, 0.115, 258], b: [0.74, 0.08, 245], f: [0.96, 0.015, 90], d: [0.82, 0.07, 60] },
  { a: [0.47, 0.125, 14], b: [0.78, 0.075, 18], f: [0.96, 0.02, 80], d: [0.36, 0.05, 262] },
];

export const LIGHT = {
  paper: [0.968, 0.013, 86],
  stage: [0.905, 0.022, 84],
  ink: [0.25, 0.016, 65],
  'ink-soft': [0.455, 0.02, 72],
  accent: [0.405, 0.082, 160],
  'cv-paper': [0.955, 0.018, 88],
  'cv-ink': [0.26, 0.02, 60],
} as const satisfies Record<string, Oklch>;

const channel = (linear: number): string => {
  const clipped = Math.min(1, Math.max(0, linear));
  const coded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255)
    .toString(16)
    .padStart(2, '0');
};

/** oklch to '#rrggbb', clipped to sRGB. */
export function hex([lightness, chroma, hue]: Oklch): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `#${channel(red)}${channel(green)}${channel(blue)}`;
}
