import { escapeXml } from '#platform/shared/texts/markup.ts';
import { withSoftHyphens } from './soft-hyphens.ts';

/** Text in images outside a browser; widths are estimates, because the server's fonts are unknown. */
type Face = 'serif' | 'sans';
const FONTS: Record<Face, string> = {
  serif: "Georgia, 'Noto Serif', 'DejaVu Serif', 'Liberation Serif', serif",
  sans: "'Segoe UI', 'Noto Sans', 'DejaVu Sans', 'Liberation Sans', sans-serif",
};

/** The width factor of the widest bold serif font that a server is likely to have. */
const BOLDER = 1.2;
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/\p{M}/u, 0],
  [/[اأإآٱدذرزوؤلبتثنيىئ]/, 0.42],
  [/[\u0620-\u06ff]/, 0.68],
  [/[iljtfrI.,:;'’!|()[\] -]/, 0.34],
  [/[mwMW—…@%&]/, 0.88],
  [/[\p{Lu}]/u, 0.7],
  [/[\u1100-\u11ff\u2e80-\uffff]|[\u{10000}-\u{10ffff}]/u, 1.05],
];

/** Width of a line in em of its size. */
export function measure(text: string, bold = false): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 0.55;
  return bold ? width * BOLDER : width;
}

/** Lines no wider than `width` em, at most `max`. A longer text ends in '…', and a longer word is broken. */
export function wrap(text: string, width: number, max: number, bold = false): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string) => measure(candidate, bold) <= width;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (fits(line ? `${line} ${word}` : word)) {
      line = line ? `${line} ${word}` : word;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    const parts = withSoftHyphens(word).split('\u00ad');
    for (const [index, part] of parts.entries()) {
      const hyphen = index < parts.length - 1 ? '-' : '';
      if (line && fits(part + hyphen) && !fits(line + part + hyphen)) {
        lines.push(`${line}-`);
        line = '';
      }
      for (const letter of part) {
        if (line && !fits(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    if (lines.length > max) break;
  }
  if (line) lines.push(line);
  if (lines.length <= max) return lines;
  let last = `${lines[max - 1] ?? ''}…`;
  while (last.length > 1 && !fits(last)) last = `${[...last].slice(0, -2).join('')}…`;
  return [...lines.slice(0, max - 1), last];
}

/** The first letter decides, as for `dir="auto"`. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);

export type TextStyle = {
  size: number;
  fill: string;
  face: Face;
  bold?: boolean;
  italic?: boolean;
  anchor?: 'start' | 'middle' | 'end';
  /** Of the text that the line is part of. */
  isRightToLeft?: boolean;
};

export function textLine(
  text: string,
  x: number,
  y: number,
  { size, fill, face, bold, italic, anchor = 'start', isRightToLeft: turned }: TextStyle,
): string {
  const round = (n: number) => +n.toFixed(2);
  return `<text x="${round(x)}" y="${round(y)}" font-family="${FONTS[face]}" font-size="${round(size)}"${bold ? ' font-weight="700"' : ''}${italic ? ' font-style="italic"' : ''}${turned ? ' direction="rtl"' : ''} fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}
