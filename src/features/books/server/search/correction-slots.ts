import { NetworkCounts } from '#platform/server/http/network-counts.ts';

/**
 * The most corrections of one network at once (a /56 or /48 has more). A campus behind one address hardly ever
 * needs two: a correction takes some milliseconds.
 */
const MAX_CORRECTING = 2;

/** How the words of one search are corrected. */
export type Corrections = {
  /** Returns undefined if the corrections may not be looked for now. */
  run: <T>(lookUp: () => Promise<T>) => Promise<T | undefined>;
  /** A word may have a correction that was not looked for: the same search may find more at another time. */
  onSkipped: () => void;
};

export const unlimitedCorrections: Corrections = { run: (lookUp) => lookUp(), onSkipped: () => {} };

/**
 * Corrections are the most expensive part of a search, so that one network could take every connection to the
 * database with them. Those beyond its slots do not wait: the search runs without them.
 */
export class CorrectionSlots {
  readonly #counts = new NetworkCounts();

  of(ip: string, onSkipped: () => void): Corrections {
    return {
      onSkipped,
      run: async (lookUp) => {
        if (this.#counts.isFullFor(ip, MAX_CORRECTING)) return undefined;
        this.#counts.add(ip);
        try {
          return await lookUp();
        } finally {
          this.#counts.subtract(ip);
        }
      },
    };
  }
}
