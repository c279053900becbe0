import { isNotAsked, type Probe } from './direct-server.ts';

const TICK_MS = 250;
/** The server is probed after this time without progress. */
const QUIET_MS = 500;
const PROBE_INTERVAL_MS = 1_000;

type Options = {
  probe: Probe;
  /** Whether something waits for the server. */
  isWaiting: () => boolean;
  /** Has to fail what waits. */
  onLost: (cause: unknown) => void;
};

/**
 * Notices that the server behind a pooler is lost: the pooler keeps statements for its `query_wait_timeout`, and they
 * would look slow until then. The server is asked only while nothing goes on, and each quarter of a second once it is
 * lost. An address that has never taken a connection says nothing, and neither
 * does an error of this machine.
 */
export class LostServerWatch {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #progressAt = 0;
  #probedAt = 0;
  #isProbing = false;
  #hasAnswered = false;
  #cause: unknown;
  #isLost = false;

  constructor(options: Options) {
    this.#options = options;
    void this.#probe();
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get cause(): unknown {
    return this.#cause;
  }

  /** Call it when a statement or a connection has ended. */
  recordProgress(): void {
    this.#progressAt = performance.now();
  }

  /** Call it when something begins to wait. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.recordProgress();
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    if (!this.#isLost && !this.#options.isWaiting()) return this.stop();
    const now = performance.now();
    const isQuiet = now - this.#progressAt >= QUIET_MS && now - this.#probedAt >= PROBE_INTERVAL_MS;
    if (this.#isLost || isQuiet) void this.#probe();
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#probedAt = performance.now();
    try {
      await this.#options.probe();
      this.#hasAnswered = true;
      this.#isLost = false;
    } catch (error) {
      if (!this.#hasAnswered || isNotAsked(error)) return;
      this.#cause = error;
      this.#isLost = true;
      if (this.#timer !== undefined) this.#options.onLost(error);
    } finally {
      this.#isProbing = false;
    }
  }
}
