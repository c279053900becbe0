/** The geometry of a chart of days, in units of its view box. */
const [top, bottom, end] = [12.5, 108.5, 290];

export const chart = {
  width: 326,
  box: '0 0 326 132',
  /** The baseline with its two dates only. */
  emptyBox: '0 104 326 28',
  /** The bars end here; the numbers of the scale are to the right. */
  end,
  lines: [top, (top + bottom) / 2, bottom],
  ground: `M0 ${bottom}h${end}`,
  grid: [top, (top + bottom) / 2, bottom].map((y) => `M0 ${y}h${end}`).join(''),
} as const;

/** The top of the scale: a round number whose half is an integer: 2, 4, 10, 20, 40, 100, … */
export function scaleTop(values: readonly number[]): number {
  const most = Math.max(...values, 0);
  for (let power = 1; ; power *= 10)
    for (const step of [2, 4, 10]) if (step * power >= most) return step * power;
}

/** One path per value; an empty one for zero. */
export function bars(values: readonly number[], scale: number): string[] {
  const step = end / values.length;
  const width = step - 6;
  return values.map((value, at) => {
    const height = (value / scale) * (bottom - top);
    if (height <= 0) return '';
    const round = Math.min(2, height);
    const x = (at * step + 2).toFixed(1);
    return `M${x} ${bottom - 0.5}v${(-height + round).toFixed(1)}q0-${round} ${round}-${round}h${(width - 2 * round).toFixed(1)}q${round} 0 ${round} ${round}V${bottom - 0.5}z`;
  });
}
