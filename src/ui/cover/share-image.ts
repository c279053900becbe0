import { coverDrawing } from './cover-svg.ts';
import type { CoverBook } from './cover-rules.ts';
import { hex, LIGHT } from './palette.ts';
import { textLine, wrap } from './svg-text.ts';
import { MARK, WORD } from './wordmark.ts';

const SHARE_WIDTH = 1200;
const SHARE_HEIGHT = 630;

type ShareBook = CoverBook & {
  /** '$68.00', or 'Sold' */
  priceLabel: string;
  campus?: string | null;
};

const COVER = { x: 84, y: 61, width: 381, height: 508 };
const TEXT = { x: 536, width: 590 };

/** The title in at most four lines, in the largest size that fits. */
function title(text: string): { lines: string[]; size: number } {
  for (const size of [60, 52, 46]) {
    const lines = wrap(text, TEXT.width / size, 5, true);
    if (lines.length * size <= 216) return { lines, size };
  }
  return { lines: wrap(text, TEXT.width / 44, 5, true), size: 44 };
}

/**
 * The image of link previews, 1200 × 630, to be converted to PNG: the drawn cover on the desk, title,
 * authors, price and wordmark beside it. Always in the light theme.
 */
export function shareImageSvg(book: ShareBook): string {
  const ink = hex(LIGHT.ink);
  const soft = hex(LIGHT['ink-soft']);
  const accent = hex(LIGHT.accent);
  const head = title(book.title);
  let y = 86;
  const titleLines = head.lines.map((line) => {
    y += head.size * 1.14;
    return textLine(line, TEXT.x, y, { size: head.size, fill: ink, face: 'serif', bold: true });
  });
  y += 16;
  const authors = wrap(book.author, TEXT.width / 30, 2).map((line) => {
    y += 40;
    return textLine(line, TEXT.x, y, { size: 30, fill: soft, face: 'sans' });
  });
  const campus = wrap(book.campus ?? '', TEXT.width / 28, 1).map((line) =>
    textLine(line, TEXT.x, 486, { size: 28, fill: soft, face: 'sans' }),
  );
  const shadow = [0, 4, 9, 15, 22]
    .map(
      (by) =>
        `<rect x="${COVER.x - by / 3}" y="${COVER.y + by}" width="${COVER.width + (by * 2) / 3}" height="${COVER.height}" rx="8" fill="#2a2218" opacity=".07"/>`,
    )
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">` +
    `<path fill="${hex(LIGHT.paper)}" d="M0 0h1200v630H0z"/><path fill="${hex(LIGHT.stage)}" d="M0 0h488v630H0z"/>${shadow}` +
    `<g transform="translate(${COVER.x} ${COVER.y}) scale(${COVER.width / 72})">${coverDrawing(book)}</g>` +
    `${titleLines.join('')}${authors.join('')}${campus.join('')}` +
    textLine(book.priceLabel, TEXT.x, 566, { size: 64, fill: ink, face: 'sans', bold: true }) +
    `<g transform="translate(920 520) scale(1.5)"><path fill="${accent}" d="${MARK[0]}"/><path fill="${accent}" opacity=".6" d="${MARK[1]}"/>` +
    `<path fill="${ink}" transform="translate(37 23.2)" d="${WORD}"/></g></svg>`
  );
}
