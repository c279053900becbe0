import { FIRST_MARKET } from '../markets/market-identity.ts';

/** How many connections a pool has. */
export type PoolSize = {
  max: number;
  /** Those that stay although they are idle. */
  min: number;
  /** Milliseconds after which a further idle one is closed. */
  idleTimeoutMillis: number;
};

/** A pool whose connections the budget gives and takes. */
export type BudgetedPool = {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Who waits for a connection. */
  readonly waitingCount: number;
  readonly size: PoolSize;
  resize(size: PoolSize): void;
  /** Closes the connection that was idle for the longest time. */
  closeIdle(onClosed: () => void): void;
  /** Opens a connection if it has who waits for one, and room. */
  pulse(): void;
};

type ConnectionBudgetOptions = {
  /** Connections of all markets. */
  max: number;
  /** Of each market while there are several. */
  sizeOfMarket: PoolSize;
};

/**
 * The connections to databases of a process. While there are more markets than connections, markets take turns: an
 * idle connection of one makes room for another, and one that has several gives one up when its work is done.
 */
export class ConnectionBudget {
  readonly #options: ConnectionBudgetOptions;
  readonly #pools = new Map<BudgetedPool, { counted: number; idleSince: number }>();
  /** Pools that want a connection, in the order of their turns. */
  readonly #waiting = new Set<BudgetedPool>();
  readonly #shares = new Map<number, ConnectionShare>();
  #open = 0;
  #closing = 0;
  #turnOf: BudgetedPool | null = null;
  #isSettling = false;
  #hasSeveralMarkets = false;

  constructor(options: ConnectionBudgetOptions) {
    this.#options = options;
  }

  /** For the pools of a market's database. The first market but that of an installation alone makes all pools small. */
  openMarket(number: number): ConnectionShare {
    const share = new ConnectionShare(this);
    this.#shares.set(number, share);
    if (number !== FIRST_MARKET && !this.#hasSeveralMarkets) {
      this.#hasSeveralMarkets = true;
      for (const pool of this.#pools.keys()) pool.resize(this.#options.sizeOfMarket);
    }
    return share;
  }

  /** Milliseconds for which connections of the market were in use. */
  busyMsOf(number: number): number {
    return this.#shares.get(number)?.busyMs ?? 0;
  }

  get open(): number {
    return this.#open + this.#closing;
  }

  add(pool: BudgetedPool): void {
    this.#pools.set(pool, { counted: 0, idleSince: 0 });
    if (this.#hasSeveralMarkets) pool.resize(this.#options.sizeOfMarket);
  }

  remove(pool: BudgetedPool): void {
    this.#open -= this.#pools.get(pool)?.counted ?? 0;
    this.#pools.delete(pool);
    this.#waiting.delete(pool);
    this.#settle();
  }

  hasRoom(pool: BudgetedPool): boolean {
    return this.open < this.#options.max && (this.#turnOf === pool || this.#waiting.size === 0);
  }

  /** Called before the pool gives an idle connection to its own: it may be the turn of another market. */
  giveUpIdle(pool: BudgetedPool): void {
    const next = this.#waiting.size === 0 || pool.idleCount === 0 ? undefined : this.#findNext(pool);
    if (next === undefined) return;
    if (this.open < this.#options.max || this.#closing >= this.#waiting.size) return;
    const isTurnOfOther =
      pool.waitingCount === 0 || next.totalCount === 0 || pool.totalCount - next.totalCount >= 2;
    if (isTurnOfOther) this.#close(pool);
  }

  /** Called after each change of the pool. */
  update(pool: BudgetedPool): void {
    const known = this.#pools.get(pool);
    if (known === undefined) return;
    this.#open += pool.totalCount - known.counted;
    known.counted = pool.totalCount;
    if (pool.idleCount > 0) known.idleSince = performance.now();
    if (wants(pool)) this.#waiting.add(pool);
    else this.#waiting.delete(pool);
    this.#settle();
  }

  #settle(): void {
    if (this.#isSettling || this.#waiting.size === 0) return;
    this.#isSettling = true;
    for (let turns = this.#waiting.size; turns > 0; turns -= 1) {
      const next = this.#findNext();
      if (next === undefined) break;
      if (this.open < this.#options.max) this.#admit(next);
      else if (this.#closing >= this.#waiting.size || !this.#closeLongestIdle()) break;
    }
    this.#isSettling = false;
  }

  /** Who has the fewest connections, and among those who has waited for the longest time. */
  #findNext(besides?: BudgetedPool): BudgetedPool | undefined {
    let next: BudgetedPool | undefined;
    for (const pool of this.#waiting)
      if (pool !== besides && pool.totalCount < (next?.totalCount ?? Infinity)) next = pool;
    return next;
  }

  #admit(pool: BudgetedPool): void {
    this.#waiting.delete(pool);
    this.#turnOf = pool;
    pool.pulse();
    this.#turnOf = null;
    this.update(pool);
  }

  #closeLongestIdle(): boolean {
    let longest: { pool: BudgetedPool; idleSince: number } | undefined;
    for (const [pool, { idleSince }] of this.#pools)
      if (pool.idleCount > 0 && idleSince < (longest?.idleSince ?? Infinity)) longest = { pool, idleSince };
    if (longest !== undefined) this.#close(longest.pool);
    return longest !== undefined;
  }

  #close(pool: BudgetedPool): void {
    this.#closing += 1;
    pool.closeIdle(() => {
      this.#closing -= 1;
      this.#settle();
    });
    this.update(pool);
  }
}

const wants = ({ waitingCount, idleCount, totalCount, size }: BudgetedPool): boolean =>
  waitingCount > 0 && idleCount === 0 && totalCount < size.max;

/** The pools of one market in the budget of its process. */
export class ConnectionShare {
  readonly budget: ConnectionBudget;
  /** Milliseconds for which its connections were in use. */
  busyMs = 0;

  constructor(budget: ConnectionBudget) {
    this.budget = budget;
  }
}
