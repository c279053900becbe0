import { coverArt } from './cover-art.ts';
import {
  deriveCover,
  isSans,
  splitTitle,
  formatAuthors,
  fitTitleSize,
  type CoverBook,
  type Pattern,
} from './cover-rules.ts';
import { COVER_COLORS, hex, LIGHT } from './palette.ts';
import { isRightToLeft, measure, textLine, wrap, type TextStyle } from './svg-text.ts';

/** 1 % of the cover's width, in units of the 72 × 96 it is drawn on. */
const CQ = 0.72;
/** The title sizes of styles/cover-text.css for a cover at least 150 px wide. */
const TITLE_SIZES = [16.6, 14.5, 12.5, 10.8, 9.1].map((size) => size * 0.86 * CQ);

type Ink = 'a' | 'f' | 'ink';
type Panel = {
  /** left, top, width, height of the text area */
  box: readonly [number, number, number, number];
  title: Ink;
  by: Ink;
  /** `middle`: all lines. `spread`: the authors at the bottom. `top`: lines follow each other. */
  set: 'middle' | 'spread' | 'top';
  gap: number;
  centered?: boolean;
};

const inset = (top: number, right: number, bottom: number, left: number): Panel['box'] => [
  left * CQ,
  top * CQ,
  72 - (left + right) * CQ,
  96 - (top + bottom) * CQ,
];

const PANELS: Record<Pattern, Panel> = {
  cloth: { box: inset(21, 13, 15.5, 13), title: 'f', by: 'f', set: 'spread', gap: 0, centered: true },
  label: { box: [9.65, 15.84, 52.7, 42.24], title: 'ink', by: 'a', set: 'middle', gap: 2.5, centered: true },
  bands: { box: [4.32, 24.24, 63.36, 41.57], title: 'a', by: 'ink', set: 'middle', gap: 2.5, centered: true },
  plot: { box: inset(12.5, 7, 8, 10), title: 'a', by: 'ink', set: 'top', gap: 2.5 },
  swiss: { box: inset(9, 7, 8, 10), title: 'f', by: 'f', set: 'top', gap: 2.5 },
  rules: { box: inset(9, 7, 8, 10), title: 'f', by: 'f', set: 'top', gap: 2.5 },
  blanche: { box: inset(19, 15, 31, 15), title: 'a', by: 'ink', set: 'middle', gap: 3, centered: true },
};

type Block = {
  lines: string[];
  isRightToLeft: boolean;
  size: number;
  leading: number;
  before: number;
  ink: Ink;
  bold?: boolean;
  italic?: boolean;
};

function blocksOf(book: CoverWords, pattern: Pattern, panel: Panel): Block[] {
  const { title, subtitle, edition } = splitTitle(book.title);
  const width = panel.box[2];
  const size = TITLE_SIZES[fitTitleSize(title, pattern) - 1] ?? 6;
  const block = (
    text: string,
    wanted: number,
    leading: number,
    before: number,
    ink: Ink,
    max: number,
    look?: Partial<Block>,
  ): Block => {
    // smaller instead of clipped, where this machine's letters are wider than assumed
    const longest = Math.max(1, ...text.split(/\s+/).map((word) => measure(word, look?.bold)));
    const at = Math.min(wanted, Math.max(wanted * 0.7, width / longest));
    return {
      lines: wrap(text, width / at, max, look?.bold),
      isRightToLeft: isRightToLeft(text),
      size: at,
      leading,
      before: before * CQ,
      ink,
      ...look,
    };
  };
  const gap = panel.gap;
  const by = block(
    formatAuthors(book.author).long,
    5 * CQ,
    1.3,
    gap + (panel.set === 'top' ? 1 : 0),
    panel.by,
    3,
  );
  const head = block(title, size, 1.12, gap, panel.title, 4, { bold: true });
  const small = [
    ...(subtitle ? [block(subtitle, 5.2 * CQ, 1.25, gap + 1.8, panel.title, 3, { italic: true })] : []),
    ...(edition ? [block(edition, 4.4 * CQ, 1.25, gap + 1.8, panel.title, 1)] : []),
  ];
  return pattern === 'blanche' ? [by, head, ...small] : [head, ...small, by];
}

const heightOf = ({ lines, size, leading }: Block): number => lines.length * size * leading;

function textOf(book: CoverWords, pattern: Pattern, inks: Record<Ink, string>): string {
  const panel = PANELS[pattern];
  const [left, top, width, height] = panel.box;
  const blocks = blocksOf(book, pattern, panel);
  const total = blocks.reduce((sum, block, i) => sum + heightOf(block) + (i ? block.before : 0), 0);
  let y = top + (panel.set === 'middle' ? Math.max(0, (height - total) / 2) : 0);
  return blocks
    .map((block, i) => {
      if (i) y += block.before;
      if (panel.set === 'spread' && i === blocks.length - 1) y = Math.max(y, top + height - heightOf(block));
      const style: TextStyle = {
        size: block.size,
        fill: inks[block.ink],
        face: isSans(pattern) ? 'sans' : 'serif',
        bold: block.bold,
        italic: block.italic,
        anchor: panel.centered ? 'middle' : 'start',
        isRightToLeft: block.isRightToLeft,
      };
      const x = panel.centered ? left + width / 2 : block.isRightToLeft ? left + width : left;
      return block.lines
        .map((line) => {
          // the baseline, with the leading shared above and below
          const base = y + (block.size * (block.leading - 1)) / 2 + block.size * 0.82;
          y += block.size * block.leading;
          return textLine(line, x, base, style);
        })
        .join('');
    })
    .join('');
}

/** Classes of the artwork → attributes, since these images have no style sheet. */
function painted(art: string, color: Record<string, string>): string {
  return art.replace(/class="([a-z0-9]+)( hair| bold)?"/g, (_all, name: string, weight?: string) => {
    if (!name.startsWith('s')) return `fill="${color[name.slice(1)] ?? 'none'}"`;
    const width = { ' hair': 0.22, ' bold': 2 }[weight ?? ''] ?? 0.45;
    return `fill="none" stroke="${color[name.slice(1)] ?? 'none'}" stroke-width="${width}"`;
  });
}

/** The light along the spine. Stops of opacity, dark and light, from the left edge inwards. */
const SPINE =
  '<linearGradient id="spine"><stop offset="0" stop-opacity=".16"/><stop offset=".02" stop-opacity="0"/><stop offset=".035" stop-color="#fff" stop-opacity=".16"/><stop offset=".05" stop-color="#fff" stop-opacity="0"/><stop offset=".06" stop-opacity=".12"/><stop offset=".09" stop-opacity="0"/></linearGradient>';

/** What is written on a cover; its design depends on the book alone. */
type CoverWords = Pick<CoverBook, 'title' | 'author'>;

/** The cover's artwork on 72 × 96 without an <svg> element, for use inside another image. */
export function coverDrawing(book: CoverBook, words: CoverWords = book): string {
  const derived = deriveCover(book);
  const { a, b, f, d } = COVER_COLORS[derived.color] ?? {
    a: LIGHT.ink,
    b: LIGHT.ink,
    f: LIGHT.paper,
    d: LIGHT.ink,
  };
  const color = {
    a: hex(a),
    b: hex(b),
    f: hex(f),
    f2: hex(d),
    p: hex(LIGHT['cv-paper']),
    k: hex(LIGHT['cv-ink']),
  };
  return (
    `<defs>${SPINE}<clipPath id="cover"><path d="M1 0h70q1 0 1 1v94q0 1-1 1H1q-1 0-1-1V1q0-1 1-1z"/></clipPath></defs>` +
    `<g clip-path="url(#cover)"><path fill="${color.a}" d="M0 0h72v96H0z"/>${painted(coverArt(derived), color)}` +
    `${textOf(words, derived.pattern, { a: color.a, f: color.f, ink: color.k })}<path fill="url(#spine)" d="M0 0h72v96H0z"/></g>`
  );
}
