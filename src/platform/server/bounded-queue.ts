/** Thrown at once when the queue is full; the task was not started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Runs at most `running` tasks at a time, in order of arrival, and lets at most `waiting` tasks wait. */
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
   * Throws QueueFullError when the queue is full, and the signal's reason when it is aborted before the task
   * starts. A running task is not interrupted.
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

  /**
   * A task that ends hands its slot to the next one, so `#running` does not change and no task can jump the
   * queue.
   */
  #standInLine(signal: AbortSignal | undefined): Promise<void> {
    if (this.#line.size >= this.#maxWaiting) throw new QueueFullError('the queue is full');
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
