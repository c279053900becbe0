import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { measure, textLine } from '#ui/cover/svg-text.ts';
import { fractal, noise } from '../tracer/noise.ts';
import { paintTexture, svgTexture, type Texture } from '../tracer/texture.ts';

type PageNotes = {
  /** Lines with a marker over them, from the top of the text. */
  marked?: readonly number[];
  /** Lines with a pencil stroke beneath. */
  underlined?: readonly number[];
  /** A remark in the margin, beside this line. */
  remarks?: readonly { line: number; text: string }[];
};

export type PageContent = PageNotes & {
  words: string;
  heading: string;
  /** The number at the foot. */
  number: number;
  /** Lines that a diagram or a formula takes the place of. */
  figure?: { line: number; lines: number; svg: string };
  seed: number;
};

/** The page is 100 × 140; the text stands inside of these margins. */
const LEFT = 13;
const WIDTH = 74;
const TOP = 22;
const SIZE = 2.75;
const LEADING = 4;
const LINES = 27;

type Line = { y: number; words: { text: string; x: number }[] };

/** Sets the words in lines of one width. The last line of a paragraph, at '|', stays short. */
function setLines(words: string, skip: (line: number) => boolean): Line[] {
  const queue = words.split(/\s+/);
  const lines: Line[] = [];
  let at = 0;
  for (let index = 0; index < LINES; index++) {
    if (skip(index)) continue;
    const row: string[] = [];
    let used = 0;
    let ended = false;
    while (!ended) {
      const word = queue[at % queue.length]!;
      const width = measure(word.replace('|', '')) * SIZE * 1.09;
      if (row.length > 0 && used + width + row.length * SIZE * 0.3 > WIDTH) break;
      row.push(word.replace('|', ''));
      used += width;
      at++;
      ended = word.endsWith('|');
    }
    const space = ended ? SIZE * 0.34 : (WIDTH - used) / Math.max(1, row.length - 1);
    let x = LEFT;
    const placed = row.map((text) => {
      const word = { text, x };
      x += measure(text) * SIZE * 1.09 + space;
      return word;
    });
    lines.push({ y: TOP + index * LEADING, words: placed });
  }
  return lines;
}

const MARKER = ['#f6ee58', '#f6ee58', '#f2a6c4', '#a8e07a'];

/** A printed page as a texture, with what its reader has drawn into it. */
export function pageTexture(page: PageContent): Promise<Texture> {
  const random = createSeededRandom(page.seed);
  const { figure, marked = [], underlined = [], remarks = [] } = page;
  const skip = (line: number) =>
    figure !== undefined && line >= figure.line && line < figure.line + figure.lines;
  const lines = setLines(page.words, skip);
  const yOf = (line: number) => TOP + line * LEADING;
  const color = MARKER[page.seed % MARKER.length]!;
  const wobble = () => (random() - 0.5) * 0.8;
  const drawn = [
    '<path fill="#f4efe2" d="M0 0h100v140H0z"/>',
    ...marked.map(
      (line) =>
        `<path d="M${LEFT - 1 + wobble()} ${yOf(line) - 0.9 + wobble() / 3}L${LEFT + WIDTH - 8 * random()} ${yOf(line) - 0.9 + wobble() / 2}" stroke="${color}" stroke-width="3.1" stroke-opacity=".85"/>`,
    ),
    textLine(page.heading, LEFT, 12, {
      size: 2.3,
      fill: '#555',
      face: 'serif',
      italic: true,
      anchor: 'start',
    }),
    textLine(String(page.number), LEFT + WIDTH / 2, 134, {
      size: 2.6,
      fill: '#333',
      face: 'serif',
      anchor: 'middle',
    }),
    ...lines.flatMap(({ y, words }) =>
      words.map(({ text, x }) =>
        textLine(text, x, y, { size: SIZE, fill: '#2a2826', face: 'serif', anchor: 'start' }),
      ),
    ),
    figure === undefined ? '' : `<g transform="translate(${LEFT} ${yOf(figure.line) - 3})">${figure.svg}</g>`,
    ...underlined.map((line) => pencil(LEFT, yOf(line) + 0.9, WIDTH * (0.4 + 0.5 * random()), random)),
    ...remarks.map(
      ({ line, text }) =>
        `<g transform="translate(${LEFT + WIDTH + 1} ${yOf(line)}) rotate(-4)"><path d="M-.6-4q-1.6 4 0 8" fill="none" stroke="#5b5f6b" stroke-width=".35"/><text font-family="DejaVu Sans" font-style="oblique" font-size="2.5" fill="#5b5f6b">${text}</text></g>`,
    ),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1400" viewBox="0 0 100 140">${drawn}</svg>`;
  return svgTexture(svg, yellow(page.seed));
}

function pencil(x: number, y: number, length: number, random: () => number): string {
  const points = Array.from({ length: 9 }, (_, i) => `${x + (length * i) / 8} ${y + (random() - 0.5) * 0.5}`);
  return `<path d="M${points.join('L')}" fill="none" stroke="#63656e" stroke-width=".35"/>`;
}

/** Paper turns yellow from its edges inwards. */
function yellow(seed: number) {
  return (pixels: Uint8Array, width: number, height: number): void => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const edge = Math.min(x, width - x, y, height - y) / width;
        const by = 0.09 * Math.exp(-edge * 18) + 0.05 * fractal(x / 90, y / 90, seed, 3);
        const at = (y * width + x) * 3;
        pixels[at] = pixels[at]! * (1 - 0.4 * by);
        pixels[at + 1] = pixels[at + 1]! * (1 - 0.7 * by);
        pixels[at + 2] = pixels[at + 2]! * (1 - 1.5 * by);
      }
  };
}

/** The cut edges of the pages, from the first to the last. */
export function paperEdgeTexture(seed: number, color: readonly [number, number, number]): Texture {
  return paintTexture(64, 256, (x, y) => {
    const leaf = noise(x / 40, y * 0.9, seed) - 0.5;
    const block = noise(x / 60, y / 9, seed + 1) - 0.5;
    const by = 0.9 + 0.24 * leaf + 0.14 * block;
    return [color[0] * by, color[1] * by, color[2] * by];
  });
}

/** One color. */
export const plainTexture = (red: number, green: number, blue: number): Texture =>
  paintTexture(1, 1, () => [red, green, blue]);

/** A yellow note with a few words on it. */
export function noteTexture(seed: number): Promise<Texture> {
  const words = ['ch. 4 + 7', 'for Thu!', 'p. 212', 'ask about lab'];
  const text = [words[seed % 4]!, words[(seed + 1) % 4]!]
    .map(
      (line, index) =>
        `<text x="12" y="${34 + index * 22}" transform="rotate(-4 12 30)" font-family="DejaVu Sans" font-style="oblique" font-size="15" fill="#3a4a7a">${line}</text>`,
    )
    .join('');
  return svgTexture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 100 100"><path fill="#ecd985" d="M0 0h100v100H0z"/>${text}</svg>`,
  );
}
