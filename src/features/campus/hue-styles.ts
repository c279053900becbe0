import { DEFAULT_HUE, HUES, type HueName } from './rules.ts';

/** The accent of a campus: its hue with our lightness and chroma, so that every pair of colors keeps its contrast. */
const accents = {
  accent: ['0.405 0.082', '0.76 0.088'],
  'accent-soft': ['0.925 0.03', '0.315 0.038'],
  'accent-press': ['0.345 0.072', '0.83 0.08'],
  bubble: ['0.405 0.082', '0.395 0.058'],
} as const;

/** As the build writes `light-dark()`: the style sheet sets one of the two variables to nothing. */
const lightDark = (light: string, dark: string) =>
  `var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`;

/** Styles after those of a document, in the color of the campus; none for ours. */
export function hueStyles(color: HueName): string {
  if (color === DEFAULT_HUE) return '';
  const hue = HUES[color];
  const tokens = Object.entries(accents).map(
    ([name, [light, dark]]) => `--${name}:${lightDark(`oklch(${light} ${hue})`, `oklch(${dark} ${hue})`)}`,
  );
  tokens.push(`--accent-ink:${lightDark('oklch(.985 .012 100)', `oklch(.2 .03 ${hue})`)}`);
  return `:root,[data-dark]{${tokens.join(';')}}`;
}
