import { cx } from '../class-names.ts';
import styles from './shelf.module.css';

type Spine = readonly [color: number, width: number, top: number, kind: 0 | 1 | 2 | 3];

const SPINES: readonly Spine[] = [
  [3, 22, 20, 0],
  [0, 16, 32, 1],
  [7, 28, 12, 2],
  [4, 18, 26, 3],
  [1, 24, 38, 0],
  [8, 14, 16, 1],
  [5, 30, 24, 2],
  [2, 20, 34, 3],
  [9, 26, 14, 0],
  [6, 16, 28, 1],
  [3, 22, 42, 2],
  [0, 28, 18, 3],
  [7, 18, 22, 0],
  [4, 24, 32, 1],
  [1, 20, 12, 2],
];
/** The missing book on the shelf of the 404 page. */
const MISSING = 7;
const FOOT = 112;
const MISSING_WIDTH = 30.5;

/** Left edges, with half a unit between books. */
function edges(gap: boolean): number[] {
  let next = 10;
  return SPINES.map(([, width], i) => {
    const x = next;
    next += (gap && i === MISSING ? MISSING_WIDTH : width) + 1.5;
    return x;
  });
}
const FULL = edges(false);
const GAPPED = edges(true);

function Ornament({ spine: [, width, top, kind], x }: { spine: Spine; x: number }) {
  if (kind === 0)
    return (
      <path
        className={styles.light}
        d={`M${x} ${top + 12}h${width}v1.5h-${width}zM${x} ${top + 16}h${width}v1h-${width}zM${x} 96h${width}v1.5h-${width}z`}
      />
    );
  if (kind === 1) {
    const line = `h${width - 10}v1.5h-${width - 10}z`;
    return (
      <>
        <path className={styles.light} d={`M${x + 3} ${top + 14}h${width - 6}v22h-${width - 6}z`} />
        <path className={styles.dark} d={`M${x + 5} ${top + 19}${line}M${x + 5} ${top + 24}${line}`} />
      </>
    );
  }
  if (kind === 2)
    return (
      <>
        <path className={styles.mid} d={`M${x} ${top + 20}h${width}v${((FOOT - top) * 3) / 10}h-${width}z`} />
        <circle className={styles.light} cx={x + width / 2} cy="100" r="3" />
      </>
    );
  return (
    <>
      <path className={styles.light} d={`M${x + width / 2 - 1} ${top + 12}h2v${(FOOT - top) / 2}h-2z`} />
      <path className={styles.mid} d={`M${x} 98h${width}v4h-${width}z`} />
    </>
  );
}

/** A shelf at the bottom of a page; with `gap` a book is missing. `wide`: between the margins of a page. */
export function Shelf({ gap, wide }: { gap?: boolean; wide?: boolean }) {
  const width = wide ? 358 : 390;
  const lefts = gap ? GAPPED : FULL;
  return (
    <svg className={cx(styles.shelf, wide && styles.wide)} viewBox={`0 0 ${width} 120`} aria-hidden="true">
      {SPINES.slice(0, wide ? -1 : undefined).map((spine, i) => {
        const [color, thickness, top] = spine;
        const x = lefts[i] ?? 0;
        if (gap && i === MISSING)
          return <path key={i} className={styles.gap} d={`M${x} ${FOOT}v-86h28v86`} />;
        return (
          <g key={i} data-color={color}>
            <path
              className={styles.dark}
              d={`M${x} ${FOOT}V${top + 1.5}q0-1.5 1.5-1.5h${thickness - 3}q1.5 0 1.5 1.5V${FOOT}z`}
            />
            <Ornament spine={spine} x={x} />
          </g>
        );
      })}
      <path className={styles.board} d={`M0 112h${width}v3H0z`} />
    </svg>
  );
}
