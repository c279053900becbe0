/** A place in a page: its URL on this origin, and how far it was scrolled, in pixels. */
export type Place = {
  path: string;
  top: number;
  /** That of its history entry, which is there for as long as the document is. */
  depth: number;
  /** Start of the document, in milliseconds since 1970. */
  documentStart: number;
};

/** The number of history entries before the current one in this visit; null for an entry without it. */
export function readHistoryDepth(): number | null {
  const depth = (history.state as { depth?: unknown } | null)?.depth;
  return typeof depth === 'number' ? depth : null;
}

export const currentPlace = (): Place => ({
  path: location.pathname + location.search,
  top: Math.round(scrollY),
  depth: readHistoryDepth() ?? 0,
  documentStart: performance.timeOrigin,
});
