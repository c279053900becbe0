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

const union = <T>(one: Iterable<T>, other: Iterable<T>): Set<T> => new Set([...one, ...other]);

type Pair = { one: Piece; other: Piece; saved: number };

/** What a request is worth grows by this ratio for an entry that needs too many pieces, at most so many times. */
const GROWTH = 1.25;
const MAX_ROUNDS = 40;

/**
 * Merges the parts that entries share, because each piece costs a request and compresses alone, and because loading
 * what an entry does not need costs bytes. `requestBytes` is what one piece more is worth; more for an entry that would
 * else need more pieces than it may. `everywhere` are chunks that are loaded anyway. Returns the names of the chunks of
 * each piece. No piece imports itself through another one: modules would run before what they need.
 */
export function mergeChunks(
  chunks: ReadonlyMap<string, Chunk>,
  { requestBytes, everywhere }: { requestBytes: number; everywhere: ReadonlySet<string> },
): string[][] {
  const worth = new Map([...chunks.keys()].map((name) => [name, requestBytes]));
  const limited = [...chunks].filter(([, { maxChunks }]) => maxChunks !== undefined);
  for (let round = 1; ; round += 1) {
    const plan = new Plan(chunks, worth, everywhere);
    while (plan.mergeBest());
    const over = limited.filter(([name, { maxChunks }]) => plan.countFor(name) > maxChunks!);
    if (over.length === 0) return plan.merged();
    if (round === MAX_ROUNDS) throw new Error(`Too many chunks for ${over.map(([name]) => name).join(', ')}`);
    for (const [name] of over) worth.set(name, worth.get(name)! * GROWTH);
  }
}

class Plan {
  #pieces: Piece[];
  readonly #pieceOf = new Map<string, Piece>();
  readonly #chunks: ReadonlyMap<string, Chunk>;
  /** In bytes, by entry. */
  readonly #worth: ReadonlyMap<string, number>;

  constructor(
    chunks: ReadonlyMap<string, Chunk>,
    worth: ReadonlyMap<string, number>,
    everywhere: ReadonlySet<string>,
  ) {
    this.#chunks = chunks;
    this.#worth = worth;
    const own = [...chunks].filter(([name]) => !everywhere.has(name));
    this.#pieces = own.map(([name, { size, weight }]) => ({
      names: [name],
      size,
      entries: new Set(),
      isFixed: weight > 0,
    }));
    this.#place(this.#pieces);
    for (const entry of this.#pieces.filter(({ isFixed }) => isFixed))
      for (const piece of this.#loadedWith([entry])) piece.entries = union(piece.entries, entry.names);
  }

  /** How many pieces an entry loads, with itself. */
  countFor(entry: string): number {
    return this.#pieces.filter(({ entries }) => entries.has(entry)).length;
  }

  merged(): string[][] {
    return this.#pieces.filter(({ isFixed }) => !isFixed).map(({ names }) => names);
  }

  /** Merges the two pieces that save most. False if none saves anything. */
  mergeBest(): boolean {
    const candidates = this.#pieces.filter(({ isFixed }) => !isFixed);
    const loaded = new Map(candidates.map((piece) => [piece, this.#loadedWith([piece])]));
    const pairs = candidates
      .flatMap((one, at) =>
        candidates.slice(0, at).map((other) => ({ one, other, saved: this.#saved(one, other) })),
      )
      .sort((a, b) => b.saved - a.saved);
    let best: Pair | undefined;
    for (const pair of pairs) {
      // What their imports cost only makes less of it.
      if (pair.saved <= (best?.saved ?? 0)) break;
      const { one, other } = pair;
      const saved = pair.saved - this.#costOfImports(pair, union(loaded.get(one)!, loaded.get(other)!));
      if (saved > (best?.saved ?? 0) && !this.#leadsThrough(one, other) && !this.#leadsThrough(other, one))
        best = { one, other, saved };
    }
    if (best !== undefined) this.#merge(best);
    return best !== undefined;
  }

  #merge({ one, other }: Pair): void {
    const merged: Piece = {
      names: [...other.names, ...one.names],
      size: one.size + other.size,
      entries: union(one.entries, other.entries),
      isFixed: false,
    };
    this.#pieces = [...this.#pieces.filter((piece) => piece !== one && piece !== other), merged];
    this.#place([merged]);
    for (const piece of this.#loadedWith([merged])) piece.entries = union(piece.entries, merged.entries);
  }

  #place(pieces: readonly Piece[]): void {
    for (const piece of pieces) for (const name of piece.names) this.#pieceOf.set(name, piece);
  }

  #saved(one: Piece, other: Piece): number {
    let saved = 0;
    for (const entry of one.entries)
      saved += this.#weight(entry) * (other.entries.has(entry) ? this.#worth.get(entry)! : -other.size);
    for (const entry of other.entries) if (!one.entries.has(entry)) saved -= this.#weight(entry) * one.size;
    return saved;
  }

  /** Who loads the one then also loads what the other imports. */
  #costOfImports({ one, other }: Pair, loaded: Iterable<Piece>): number {
    const entries = union(one.entries, other.entries);
    let cost = 0;
    for (const piece of loaded) {
      if (piece === one || piece === other) continue;
      for (const entry of entries)
        if (!piece.entries.has(entry)) cost += this.#weight(entry) * (piece.size + this.#worth.get(entry)!);
    }
    return cost;
  }

  #weight(entry: string): number {
    return this.#chunks.get(entry)!.weight;
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
