/** A chunk that the bundler has made by itself. */
export type Chunk = {
  /** Compressed bytes, of its styles too. */
  size: number;
  /** The chunks that it imports statically. */
  imports: readonly string[];
  /**
   * How often it is loaded by itself, relative to the others: 1 for a page. 0 if it is only a part of others, which may
   * be merged.
   */
  weight: number;
  /** At most so many chunks may be loaded for it, without those that every page has. */
  maxChunks?: number;
};

/** What is loaded at once: chunks that become one, or one that stays alone. `entries` load it. */
type Piece = { names: string[]; size: number; entries: ReadonlySet<string>; isFixed: boolean };

type Pair = { one: Piece; other: Piece; saved: number };

/**
 * Merges the parts that entries share, because each piece costs a request and compresses alone, and because loading
 * what an entry does not need costs bytes. First while that saves bytes, then where an entry still needs too many
 * pieces. `requestBytes` is what one piece more is worth; `everywhere` are chunks that are loaded anyway. Returns the
 * names of the chunks of each piece. No piece imports itself through another one: modules would run before what they
 * need.
 */
export function mergeChunks(
  chunks: ReadonlyMap<string, Chunk>,
  { requestBytes, everywhere }: { requestBytes: number; everywhere: ReadonlySet<string> },
): string[][] {
  const plan = new Plan(chunks, requestBytes, everywhere);
  while (plan.mergeBest(0));
  for (const [name, { maxChunks = Infinity }] of chunks)
    while (plan.loadedFor(name).length > maxChunks && plan.mergeBest(-Infinity, name));
  return plan.pieces.filter(({ isFixed }) => !isFixed).map(({ names }) => names);
}

class Plan {
  pieces: Piece[];
  readonly #pieceOf = new Map<string, Piece>();
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #requestBytes: number;

  constructor(chunks: ReadonlyMap<string, Chunk>, requestBytes: number, everywhere: ReadonlySet<string>) {
    this.#chunks = chunks;
    this.#requestBytes = requestBytes;
    const own = [...chunks].filter(([name]) => !everywhere.has(name));
    this.pieces = own.map(([name, { size, weight }]) => ({
      names: [name],
      size,
      entries: new Set(),
      isFixed: weight > 0,
    }));
    this.#place(this.pieces);
    for (const entry of this.pieces.filter(({ isFixed }) => isFixed))
      for (const piece of this.#loadedWith([entry]))
        piece.entries = piece.entries.union(new Set(entry.names));
  }

  /** What an entry loads, with itself. */
  loadedFor(entry: string): Piece[] {
    return this.pieces.filter(({ entries }) => entries.has(entry));
  }

  /** Merges the two pieces that save most, if that is more than `atLeast`; only those of an `entry` if there is one. */
  mergeBest(atLeast: number, entry?: string): boolean {
    const candidates = this.pieces.filter(
      ({ isFixed, entries }) => !isFixed && (entry === undefined || entries.has(entry)),
    );
    const loaded = new Map(candidates.map((piece) => [piece, this.#loadedWith([piece])]));
    const pairs = candidates
      .flatMap((one, at) =>
        candidates.slice(0, at).map((other) => ({ one, other, saved: this.#saved(one, other) })),
      )
      .sort((a, b) => b.saved - a.saved);
    let best: Pair | undefined;
    for (const pair of pairs) {
      // What their imports cost only makes less of it.
      if (pair.saved <= (best?.saved ?? atLeast)) break;
      const { one, other } = pair;
      const saved = pair.saved - this.#costOfImports(pair, loaded.get(one)!.union(loaded.get(other)!));
      if (
        saved > (best?.saved ?? atLeast) &&
        !this.#leadsThrough(one, other) &&
        !this.#leadsThrough(other, one)
      )
        best = { one, other, saved };
    }
    if (best !== undefined) this.#merge(best);
    return best !== undefined;
  }

  #merge({ one, other }: Pair): void {
    const merged: Piece = {
      names: [...other.names, ...one.names],
      size: one.size + other.size,
      entries: one.entries.union(other.entries),
      isFixed: false,
    };
    this.pieces = [...this.pieces.filter((piece) => piece !== one && piece !== other), merged];
    this.#place([merged]);
    for (const piece of this.#loadedWith([merged])) piece.entries = piece.entries.union(merged.entries);
  }

  #place(pieces: readonly Piece[]): void {
    for (const piece of pieces) for (const name of piece.names) this.#pieceOf.set(name, piece);
  }

  #saved(one: Piece, other: Piece): number {
    return (
      this.#requestBytes * this.#weigh(one.entries.intersection(other.entries)) -
      one.size * this.#weigh(other.entries.difference(one.entries)) -
      other.size * this.#weigh(one.entries.difference(other.entries))
    );
  }

  /** Who loads the one then also loads what the other imports. */
  #costOfImports({ one, other }: Pair, loaded: Iterable<Piece>): number {
    const entries = one.entries.union(other.entries);
    let cost = 0;
    for (const piece of loaded)
      if (piece !== one && piece !== other)
        cost += (piece.size + this.#requestBytes) * this.#weigh(entries.difference(piece.entries));
    return cost;
  }

  #weigh(entries: Iterable<string>): number {
    let sum = 0;
    for (const name of entries) sum += this.#chunks.get(name)!.weight;
    return sum;
  }

  /** Whether one imports the other through a third. */
  #leadsThrough(one: Piece, other: Piece): boolean {
    const between = this.#importsOf(one).filter((piece) => piece !== one && piece !== other);
    return this.#loadedWith(between).has(other);
  }

  #importsOf(piece: Piece): Piece[] {
    const imported = piece.names.flatMap((name) => this.#chunks.get(name)!.imports);
    return imported.flatMap((name) => this.#pieceOf.get(name) ?? []);
  }

  /** The pieces, and what they import. */
  #loadedWith(pieces: Iterable<Piece>): Set<Piece> {
    const seen = new Set(pieces);
    for (const piece of seen) for (const imported of this.#importsOf(piece)) seen.add(imported);
    return seen;
  }
}
