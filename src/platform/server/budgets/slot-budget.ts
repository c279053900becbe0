/** A number of slots for the process, and how many of them one market may have while there are others. */
export class SlotBudget {
  readonly #max: number;
  readonly #maxOfMarket: number;
  readonly #shares = new Set<SlotShare>();

  constructor({ max, maxOfMarket }: { max: number; maxOfMarket: number }) {
    this.#max = max;
    this.#maxOfMarket = maxOfMarket;
  }

  /** How many have a share. */
  get markets(): number {
    return this.#shares.size;
  }

  openMarket(): SlotShare {
    const share = new SlotShare(
      (own) => this.#isFull(own),
      () => this.#shares.delete(share),
    );
    this.#shares.add(share);
    return share;
  }

  #isFull(own: number): boolean {
    let used = 0;
    for (const { size } of this.#shares) used += size;
    return used >= this.#max || (this.#shares.size > 1 && own >= this.#maxOfMarket);
  }
}

export class SlotShare {
  readonly #isFull: (own: number) => boolean;
  readonly close: () => void;
  size = 0;

  constructor(isFull: (own: number) => boolean, close: () => void) {
    this.#isFull = isFull;
    this.close = close;
  }

  /** Takes a slot until the result is called, which may be twice; null if there is none. */
  enter(): (() => void) | null {
    if (this.#isFull(this.size)) return null;
    this.size += 1;
    let hasLeft = false;
    return () => {
      if (!hasLeft) this.size -= 1;
      hasLeft = true;
    };
  }
}
