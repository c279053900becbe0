/** Thrown at once when as many are waiting as may; nothing was started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Runs at most `running` tasks at a time, in order of arrival, and lets at most `waiting` stand in line. */
export class BoundedQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #line = new Set<() => void>();
  #running = 0;

  constructor(limits: { running: number; waiting: number }) {
    this.#maxRunning = limits.running;
    this.#maxWaiting = limits.waiting;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.size;
  }

  /**
   * Throws QueueFullError when the line is full, and the signal's reason when it is aborted before the
   * task began; a task that has begun is not interrupted.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running >= this.#maxRunning) await this.#standInLine(signal);
    else this.#running++;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** The place of whoever ends is handed over, so `#running` does not change and nobody can jump the line. */
  #standInLine(signal: AbortSignal | undefined): Promise<void> {
    if (this.#line.size >= this.#maxWaiting) throw new QueueFullError('too many are waiting');
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#line.delete(start);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#line.add(start);
    });
  }

  #next(): void {
    const [start] = this.#line;
    if (!start) {
      this.#running--;
      return;
    }
    this.#line.delete(start);
    start();
  }
}
