import type { CoverDesign } from './cover-rules.ts';

type Draw = (design: CoverDesign) => string;

/** Remembers the last `limit` drawings: a server draws the same covers for every page that it renders. */
export function keepDrawings(draw: Draw, limit: number): Draw {
  const kept = new Map<number, string>();
  return (design) => {
    // A design follows from its hash.
    const drawn = kept.get(design.hash) ?? draw(design);
    kept.delete(design.hash);
    kept.set(design.hash, drawn);
    if (kept.size > limit) kept.delete(kept.keys().next().value!);
    return drawn;
  };
}
