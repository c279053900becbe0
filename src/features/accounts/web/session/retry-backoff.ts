const MIN_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

/**
 * Does again what did not work: after a while, which doubles each time, and at once when the connection is back or somebody looks at
 * the page again.
 */
export class RetryBackoff {
  #wait = MIN_DELAY_MS;
  #end = () => {};

  /** In place of whatever was planned before. `atLeast`: milliseconds that the server wants to be left alone for. */
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

  /** It has worked, or is not wanted any more. */
  reset(): void {
    this.#end();
    this.#wait = MIN_DELAY_MS;
  }
}
