/** The value below which `share` (0 to 1) of the values lie, by nearest rank. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return NaN;
  const ordered = Float64Array.from(values).sort();
  const rank = Math.ceil(share * ordered.length);
  return ordered[Math.min(Math.max(rank, 1), ordered.length) - 1]!;
}

/** The middle value; for an even count, the mean of the two in the middle. NaN for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return NaN;
  const ordered = Float64Array.from(values).sort();
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2;
}
