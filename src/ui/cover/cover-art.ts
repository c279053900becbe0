import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import type { CoverDesign, Pattern } from './cover-rules.ts';

/*
 * The artwork of a drawn cover, SVG markup on 72 × 96. Classes as fill: ca cloth, cb companion, cf foil, cf2
 * second companion, cp paper; as stroke: sa, sb, sf, sp, sk (ink). Computed numbers are rounded, so that
 * every engine writes the same text.
 */
type Random = () => number;
type Draw = (variant: number, random: Random) => string;

const round = (x: number): number => +x.toFixed(2);
const pick = (random: Random, count: number): number => Math.floor(random() * count);
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Blocked cloth: a foil frame, the title in the middle, a tool stamped beneath. */
const cloth: Draw = (variant, random) => {
  const frames = [
    '<path class="sf" d="M5.5 5.5h61v85h-61z"/><path class="sf hair" d="M8 8h56v80H8z"/>',
    '<path class="sf" d="M10 5.5h52a4.5 4.5 0 0 0 4.5 4.5v76a4.5 4.5 0 0 0-4.5 4.5H10A4.5 4.5 0 0 0 5.5 86V10A4.5 4.5 0 0 0 10 5.5z"/>',
    '<path class="sf" d="M0 6h72M0 90h72"/><path class="sf hair" d="M0 8.5h72M0 87.5h72"/>',
    '<path class="sf hair" d="M6 6h60v84H6z"/><path class="sf" d="M6 15V6h9M57 6h9v9M66 81v9h-9M15 90H6v-9"/>',
  ];
  const star = range(8)
    .map((i) => {
      const a = (i * Math.PI) / 4;
      const at = (r: number) => `${round(36 + r * Math.cos(a))} ${round(60 + r * Math.sin(a))}`;
      return `<path class="sf" d="M${at(2)}L${at(6)}"/>`;
    })
    .join('');
  const tools = [
    '<path class="cf" d="M36 55l3.5 5-3.5 5-3.5-5z"/><path class="sf hair" d="M19 60h10.5M42.5 60H53"/>',
    '<path class="cf" d="M36 60c-1-4.5-4.5-6-9-5 1 4 4.5 5.5 9 5zm0 0c1-4.5 4.5-6 9-5-1 4-4.5 5.5-9 5zm0 0c-3.5 1.5-4.5 4-2 7.5 .4-2.6 1-5 2-7.5zm0 0c3.5 1.5 4.5 4 2 7.5-.4-2.6-1-5-2-7.5z"/>',
    star,
    '<circle class="sf" cx="36" cy="60" r="5.5"/><circle class="sf hair" cx="36" cy="60" r="3.5"/><circle class="cf" cx="36" cy="60" r="1.2"/>',
  ];
  return `${frames[variant]}${tools[pick(random, 4)]}`;
};

const disc = (x: number, y: number): string =>
  `<circle class="ca" cx="${x}" cy="${y}" r="5"/><circle class="cp" cx="${x}" cy="${y}" r="1.6"/>`;

/** One tile of the pattern paper, 12 × 12. */
function tile(variant: number, x: number, y: number, random: Random): string {
  const left = x * 12;
  const top = y * 12;
  if (variant === 1) {
    const shift = y % 2 ? 6 : 0;
    return disc(left + shift, top + 6) + (shift === 0 && x === 5 ? disc(72, top + 6) : '');
  }
  if (variant === 2) {
    const dot = (x + y) % 2 ? `<circle class="cp" cx="${left + 6}" cy="${top + 6}" r="1.5"/>` : '';
    return `<path class="ca" d="M${left + 6} ${top}l6 6-6 6-6-6z"/>${dot}`;
  }
  const arcs =
    random() < 0.5
      ? `M${left + 6} ${top}a6 6 0 0 1-6 6M${left + 12} ${top + 6}a6 6 0 0 0-6 6`
      : `M${left + 6} ${top}a6 6 0 0 0 6 6M${left} ${top + 6}a6 6 0 0 1 6 6`;
  return `<path class="sa bold" d="${arcs}"/>`;
}

/** Pattern paper with a pasted label. */
const label: Draw = (variant, random) => {
  const flip = pick(random, 4);
  let tiles = '';
  let leaves = '';
  for (const y of range(8))
    for (const x of range(6)) {
      if (variant !== 0) tiles += tile(variant, x, y, random);
      else if ((x + y + flip) % 2) leaves += `M${x * 12} ${y * 12}h12a12 12 0 0 1-12 12z`;
      else leaves += `M${x * 12 + 12} ${y * 12 + 12}h-12a12 12 0 0 1 12-12z`;
    }
  return `<path class="cb" d="M0 0h72v96H0z"/>${tiles}<path class="ca" d="${leaves}"/><path class="cp" d="M6 13h60v48H6z"/><path class="sa hair" d="M8 15h56v44H8z"/>`;
};

/** A paperback in three bands, an emblem below. */
const bands: Draw = (variant) => {
  const emblems = [
    '<path class="cp" d="M36 74.5a7 7 0 0 1 0 14 7 7 0 0 1 0-14z"/><path class="ca" d="M36 77v9a4.5 4.5 0 0 1 0-9z"/>',
    '<path class="cp" d="M29 87.5v-9l7-3.5 7 3.5v9h-4v-5a3 3 0 0 0-6 0v5z"/>',
    '<path class="cp" d="M28 76.5q4.5-1 8 1.5 3.5-2.5 8-1.5v10q-4.5-1-8 1.5-3.5-2.5-8-1.5z"/><path class="sa hair" d="M36 78v10"/>',
    '<path class="cp" d="M36 74l2 5.3 5.6.2-4.4 3.5 1.5 5.4-4.7-3.1-4.7 3.1 1.5-5.4-4.4-3.5 5.6-.2z"/>',
  ];
  return `<path class="ca" d="M0 0h72v96H0z"/><path class="cp" d="M0 22h72v46H0z"/><path class="sp hair" d="M0 19.5h72M0 70.5h72"/>${emblems[variant]}`;
};

const line = (from: number, to: number, by: number, y: (x: number) => number): string => {
  let d = '';
  for (let x = from; x <= to; x += by) d += `${x > from ? 'L' : 'M'}${x} ${round(y(x))}`;
  return d;
};

const PLOTS: ((k: number) => string)[] = [
  (k) =>
    range(9)
      .map((i) => {
        const d = line(0, 72, 3, (x) => {
          const height = 11 * Math.sin((Math.PI * x) / 72) ** 2 * (1 - i / 12);
          return 72 + i * 2.2 - height * Math.cos((k * x) / 9 + i * 0.35);
        });
        return `<path class="${i % 3 ? 'sb' : 'sa'}" d="${d}"/>`;
      })
      .join(''),
  (k) =>
    range(9)
      .slice(1)
      .map(
        (i) =>
          `<ellipse class="${i % 2 ? 'sa' : 'sb'}" cx="${round(38 + i * (k - 1.5))}" cy="${round(73 + i * 0.4)}" rx="${round(i * 4.6)}" ry="${round(i * 2.2)}" transform="rotate(${-7 * k} 36 73)"/>`,
      )
      .join(''),
  () =>
    range(13)
      .map(
        (i) =>
          `<path class="${i % 3 ? 'sb' : 'sa'}" d="M8 ${round(50 + i * 3.2)}L${round(8 + i * 4.7)} 88.4"/>`,
      )
      .join('') + '<path class="sa" d="M8 48v40.4h58"/>',
  (k) =>
    range(4)
      .map((i) => {
        const w = 7 + i * 4;
        const d = line(
          4,
          68,
          2,
          (x) => 88 - (250 / w) * Math.exp(-(((x - 36 + (i - 1.5) * 4 * (k - 1)) / w) ** 2)),
        );
        return `<path class="${i % 2 ? 'sb' : 'sa'}" d="${d}"/>`;
      })
      .join('') + '<path class="sa" d="M4 88.5h64"/>',
];

/** A plate from a lecture: curves on paper. */
const plot: Draw = (variant, random) => {
  const k = 1 + pick(random, 2);
  return `<path class="cp" d="M0 0h72v96H0z"/><path class="ca" d="M0 0h72v5H0z"/>${PLOTS[variant]?.(k) ?? ''}`;
};

/** Circles and quarters on a grid of 24. */
const swiss: Draw = (_variant, random) => {
  const drawn = { cb: '', cp: '', cf2: '' };
  for (const y of [48, 72])
    for (const x of [0, 24, 48]) {
      const fill = (['cb', 'cp', 'cb', 'cf2'] as const)[pick(random, 4)] ?? 'cb';
      drawn[fill] += [
        `M${x} ${y}h24a24 24 0 0 1-24 24z`,
        `M${x + 24} ${y + 24}h-24a24 24 0 0 1 24-24z`,
        `M${x} ${y + 24}v-24a24 24 0 0 1 24 24z`,
        `M${x + 24} ${y}v24a24 24 0 0 1-24-24z`,
        `M${x} ${y + 12}a12 12 0 0 1 24 0 12 12 0 0 1-24 0z`,
        `M${x} ${y + 12}a12 12 0 0 1 24 0zM${x} ${y + 24}a12 12 0 0 1 24 0z`,
      ][pick(random, 6)];
    }
  return Object.entries(drawn)
    .map(([name, d]) => d && `<path class="${name}" d="${d}"/>`)
    .join('');
};

/** A cream wrapper, a ruled frame, nothing else. */
const blanche: Draw = (variant) => {
  const emblem = [
    'M36 76l1.6 3.4 3.4 1.6-3.4 1.6-1.6 3.4-1.6-3.4-3.4-1.6 3.4-1.6z',
    'M31 81a2.5 2.5 0 0 1 5 0 2.5 2.5 0 0 1 5 0q0 2.5-5 5-5-2.5-5-5z',
    'M30 78h12v1.6H30zm2.5 3h7v1.6h-7zm2.5 3h2v1.6h-2z',
    'M36 76.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  ][variant];
  return `<path class="cp" d="M0 0h72v96H0z"/><path class="sk hair" d="M5 5h62v86H5z"/><path class="sa" d="M7.5 7.5h57v81h-57z"/><path class="sa hair" d="M9.5 9.5h53v77h-53z"/><path class="ca" fill-rule="evenodd" d="${emblem}"/>`;
};

/** Bars that grow towards the foot, or arcs from a corner. */
const rules: Draw = (variant) => {
  let drawn = '';
  if (variant >= 2) {
    const x = variant === 2 ? 0 : 72;
    for (let i = 7; i > 0; i--)
      drawn += `<circle class="${['ca', 'cb', 'ca', 'cp'][i % 4]}" cx="${x}" cy="96" r="${i * 7}"/>`;
    return drawn;
  }
  let y = 95;
  for (const i of range(8)) {
    const h = 5 - i * 0.55;
    drawn += `<path class="${i % 2 === variant ? 'cp' : 'cb'}" d="M0 ${round(y - h)}h72v${round(h)}H0z"/>`;
    y -= h + 1.1 + i * 0.28;
  }
  return drawn;
};

const ART: Record<Pattern, Draw> = { cloth, label, bands, plot, swiss, blanche, rules };

export function coverArt({ hash, pattern, variant }: CoverDesign): string {
  return ART[pattern](variant, createSeededRandom(hash));
}
