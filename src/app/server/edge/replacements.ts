import { setTimeout as wait } from 'node:timers/promises';

/** Administrators may change the settings of a campus faster than it opens. */
const INTERVAL_MS = 1_000;

/**
 * The replacements of one open market: one at a time, each at least a second after the one before. One that has not
 * begun stands for all that are asked for meanwhile: it will read what they have changed.
 */
export class Replacements {
  readonly #replace: () => Promise<void>;
  readonly #closing: AbortSignal;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #beganAt = -Infinity;

  /** `closing`: those that wait begin at once. */
  constructor(replace: () => Promise<void>, closing: AbortSignal) {
    this.#replace = replace;
    this.#closing = closing;
  }

  /** Resolves when a replacement that begins from now on has ended; rejects if it has failed. */
  request(): Promise<void> {
    this.#next ??= this.#begin(this.#last);
    this.#last = this.#next;
    return this.#next;
  }

  async settled(): Promise<void> {
    await this.#last.catch(() => {});
  }

  async #begin(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    const waitMs = this.#beganAt + INTERVAL_MS - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { signal: this.#closing }).catch(() => {});
    this.#next = null;
    this.#beganAt = performance.now();
    await this.#replace();
  }
}
