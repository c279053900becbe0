const MIN_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

/** Retries with growing pauses, and at once when the browser is online again or the tab becomes visible. */
export class RetryBackoff {
  #wait = MIN_DELAY_MS;
  #end = () => {};

  /** Replaces the scheduled retry. `atLeast`: the milliseconds of the server's Retry-After. */
  schedule(work: () => void, atLeast = 0): void {
    this.#end();
    const now = (event?: Event) => {
      if (event?.type === 'visibilitychange' && document.visibilityState !== 'visible') return;
      this.#end();
      work();
    };
    const timer = setTimeout(now, Math.max(this.#wait, atLeast));
    const signs = ['online', 'visibilitychange'];
    for (const sign of signs) addEventListener(sign, now);
    this.#end = () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, now);
    };
    this.#wait = Math.min(this.#wait * 2, MAX_DELAY_MS);
  }

  reset(): void {
    this.#end();
    this.#wait = MIN_DELAY_MS;
  }
}
