/**
 * Puts an upload that is complete to the others: in the order in which the files were chosen, whichever arrives first.
 * `orderOf` gives the turn in which a photo was chosen, or undefined for one from an earlier draft, which stays in front.
 */
export function insertPhoto(
  urls: readonly string[],
  url: string,
  orderOf: (url: string) => number | undefined,
): string[] {
  if (urls.includes(url)) return [...urls];
  const turn = orderOf(url) ?? Infinity;
  const before = urls.findIndex((other) => (orderOf(other) ?? -1) > turn);
  return before < 0 ? [...urls, url] : urls.toSpliced(before, 0, url);
}

/** Moves one to the place `to`; the others keep their order. */
export function movePhoto(urls: readonly string[], url: string, to: number): string[] {
  const others = urls.filter((other) => other !== url);
  return others.length === urls.length ? [...urls] : others.toSpliced(to, 0, url);
}
