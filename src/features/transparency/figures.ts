/** What of a number is published. No I/O. */

export const FEW = 'fewer than 5';
export type Few = number | typeof FEW;
export type Total = Few | `at least ${number}`;

const MIN_SHOWN = 5;
const MAX_HIDDEN = MIN_SHOWN - 1;

const isHidden = (count: number): boolean => count > 0 && count < MIN_SHOWN;

export const toFew = (count: number): Few => (isHidden(count) ? FEW : count);

/**
 * The sum of counts that are published by `toFew` beside it. Where it would tell a hidden one, it says only what the
 * others already do.
 */
export function toTotal(counts: readonly number[]): Total {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const hidden = counts.filter(isHidden);
  if (hidden.length === 0) return total;
  const ofHidden = hidden.reduce((sum, count) => sum + count, 0);
  const shown = total - ofHidden;
  const least = shown + hidden.length;
  // Alone they tell nothing but their number: four of four can only be one each.
  if (shown === 0 && hidden.length >= MAX_HIDDEN) return `at least ${least}`;
  if (shown === 0) return total < MIN_SHOWN ? FEW : `at least ${MIN_SHOWN}`;
  // Each is 1 to 4: a single one, the smallest sum and the largest tell all of them.
  const isTold = hidden.length === 1 || [least, shown + hidden.length * MAX_HIDDEN].includes(total);
  return isTold ? `at least ${least}` : total;
}
