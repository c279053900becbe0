const STEP_MS = 100;
const STEP = 2;

type Options = {
  /** Of a busy process. */
  least: number;
  most: number;
  isBusy: () => boolean;
  /** Milliseconds that only go on. */
  now?: () => number;
};

/**
 * How many requests of a greedy market are worked on at once: the least while the process is busy, and two more with
 * each tenth of a second in which it is not. All at once would keep it from the others for as long as they take together.
 */
export function createGreedyLimit({
  least,
  most,
  isBusy,
  now = () => performance.now(),
}: Options): () => number {
  let limit = most;
  let since = now();
  return () => {
    if (isBusy()) {
      limit = least;
      since = now();
      return limit;
    }
    const steps = Math.floor((now() - since) / STEP_MS);
    since += steps * STEP_MS;
    limit = Math.min(most, limit + steps * STEP);
    return limit;
  };
}
