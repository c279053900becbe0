/** 1, or -1 where lines run from right to left: the factor of horizontal distances, as `--dir` in style sheets. */
export const lineDirection = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** 1 for the arrow key that points to what follows, -1 for the other one, 0 for any other key. */
export function arrowStep(key: string): number {
  if (key === 'ArrowRight') return lineDirection();
  return key === 'ArrowLeft' ? -lineDirection() : 0;
}

/** How far a row is scrolled from its start: browsers count below zero from right to left. */
export const scrolledBy = (row: Element): number => Math.abs(row.scrollLeft);
