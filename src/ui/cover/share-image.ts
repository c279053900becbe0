import { t } from '#platform/shared/texts/t.ts';
import { coverDrawing } from './cover-svg.ts';
import type { CoverBook } from './cover-rules.ts';
import { hex, LIGHT } from './palette.ts';
import { SHOWN_ON_HOME } from './sample-covers.ts';
import { isRightToLeft, textLine, wrap, type TextStyle } from './svg-text.ts';
import { MARK, WORD } from './wordmark.ts';

const SHARE_WIDTH = 1200;
const SHARE_HEIGHT = 630;

type ShareBook = CoverBook & {
  /** '$68.00', or 'Sold' */
  priceLabel: string;
  campus?: string | null;
  /** Leaves the place of the cover empty. */
  hasPhoto?: boolean;
  /** Whether the fonts draw a text; one that they do not is left out. */
  canDraw?: (text: string) => boolean;
};

/** Where the cover is, or the photo instead of it. In pixels. */
export const SHARE_COVER = { x: 84, y: 61, width: 381, height: 508 } as const;
const TEXT = { x: 536, width: 590 };

/** The title in at most four lines, in the largest size that fits. */
function title(text: string): { lines: string[]; size: number } {
  for (const size of [60, 52, 46]) {
    const lines = wrap(text, TEXT.width / size, 5, true);
    if (lines.length * size <= 216) return { lines, size };
  }
  return { lines: wrap(text, TEXT.width / 44, 5, true), size: 44 };
}

/** A line at the side where `whole`, the text that it is part of, begins. */
const besideCover = (line: string, y: number, style: TextStyle, whole: string) => {
  const turned = isRightToLeft(whole);
  return textLine(line, turned ? TEXT.x + TEXT.width : TEXT.x, y, { ...style, isRightToLeft: turned });
};

const drawCover = (
  book: CoverBook,
  { x, y, width, degrees }: { x: number; y: number; width: number; degrees: number },
  words?: Pick<CoverBook, 'title' | 'author'>,
) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${width / 72})">${coverDrawing(book, words)}</g>`;

const drawWordmark = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path fill="${hex(LIGHT.accent)}" d="${MARK[0]}"/>` +
  `<path fill="${hex(LIGHT.accent)}" opacity=".6" d="${MARK[1]}"/>` +
  `<path fill="${hex(LIGHT.ink)}" transform="translate(37 23.2)" d="${WORD}"/></g>`;

const start = (stageWidth: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">` +
  `<path fill="${hex(LIGHT.paper)}" d="M0 0h1200v630H0z"/><path fill="${hex(LIGHT.stage)}" d="M0 0h${stageWidth}v630H0z"/>`;

/** In pixels: two lines in English. */
const CLAIM_WIDTH = 560;

/** The image of link previews of all pages but listings, 1200 × 630, to be converted to PNG. */
export function homeShareImageSvg({ campus }: { campus: string | null }): string {
  const claim = t('ui.share-image.claim');
  const turned = isRightToLeft(claim);
  const x = turned ? TEXT.x + TEXT.width - 24 : TEXT.x + 24;
  const text = wrap(claim, CLAIM_WIDTH / 36, 3).map((line, index) =>
    textLine(line, x, 370 + index * 46, {
      size: 36,
      fill: hex(LIGHT.ink),
      face: 'sans',
      isRightToLeft: turned,
    }),
  );
  const name = wrap(campus ?? '', TEXT.width / 28, 1).map((line) =>
    textLine(line, TEXT.x + 24, 520, { size: 28, fill: hex(LIGHT['ink-soft']), face: 'sans' }),
  );
  const covers = SHOWN_ON_HOME.map(({ book, ...place }) => drawCover(book, place));
  return `${start(488)}${covers.join('')}${drawWordmark(TEXT.x + 24, 170, 3.6)}${text.join('')}${name.join('')}</svg>`;
}

/** The link preview of a listing, 1200 × 630, to be converted to PNG. Always in the light theme. */
export function shareImageSvg(book: ShareBook): string {
  const ink = hex(LIGHT.ink);
  const soft = hex(LIGHT['ink-soft']);
  const drawn = (text: string) => (book.canDraw?.(text) === false ? '' : text);
  const words = { title: drawn(book.title), author: drawn(book.author) };
  const head = title(words.title);
  let y = 86;
  const titleLines = head.lines.map((line) => {
    y += head.size * 1.14;
    return besideCover(line, y, { size: head.size, fill: ink, face: 'serif', bold: true }, words.title);
  });
  y += 16;
  const authors = wrap(words.author, TEXT.width / 30, 2).map((line) => {
    y += 40;
    return besideCover(line, y, { size: 30, fill: soft, face: 'sans' }, words.author);
  });
  const campus = wrap(drawn(book.campus ?? ''), TEXT.width / 28, 1).map((line) =>
    textLine(line, TEXT.x, 486, { size: 28, fill: soft, face: 'sans' }),
  );
  const shadow = [0, 4, 9, 15, 22]
    .map(
      (by) =>
        `<rect x="${SHARE_COVER.x - by / 3}" y="${SHARE_COVER.y + by}" width="${SHARE_COVER.width + (by * 2) / 3}" height="${SHARE_COVER.height}" rx="8" fill="#2a2218" opacity=".07"/>`,
    )
    .join('');
  return (
    `${start(488)}${shadow}` +
    (book.hasPhoto === true ? '' : drawCover(book, { ...SHARE_COVER, degrees: 0 }, words)) +
    `${titleLines.join('')}${authors.join('')}${campus.join('')}` +
    textLine(book.priceLabel, TEXT.x, 566, { size: 64, fill: ink, face: 'sans', bold: true }) +
    `${drawWordmark(920, 520, 1.5)}</svg>`
  );
}
