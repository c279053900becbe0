/** In the order in which the files were chosen; one of an earlier draft, without a turn, stays in front. */
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

/** Moves a photo to the index `to`; the others keep their order. */
export function movePhoto(urls: readonly string[], url: string, to: number): string[] {
  const others = urls.filter((other) => other !== url);
  return others.length === urls.length ? [...urls] : others.toSpliced(to, 0, url);
}
