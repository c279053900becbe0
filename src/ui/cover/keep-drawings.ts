import { LRUCache } from 'lru-cache';
import type { CoverDesign } from './cover-rules.ts';

type Draw = (design: CoverDesign) => string;

/** Remembers the last `limit` drawings: a server draws the same covers for every page that it renders. */
export function keepDrawings(draw: Draw, limit: number): Draw {
  const drawings = new LRUCache<number, string>({ max: limit });
  return (design) => {
    // A design follows from its hash.
    const drawn = drawings.get(design.hash) ?? draw(design);
    drawings.set(design.hash, drawn);
    return drawn;
  };
}
