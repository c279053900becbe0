import { NetworkCounts } from '#platform/server/http/network-counts.ts';

/** The most corrections of one network at once; each takes some milliseconds. */
const MAX_CORRECTING = 2;

export type Corrections = {
  /** Returns undefined if the corrections may not be looked for now. */
  run: <T>(lookUp: () => Promise<T>) => Promise<T | undefined>;
  /** A word may have a correction that was not looked for: the same search may find more at another time. */
  onSkipped: () => void;
};

export const unlimitedCorrections: Corrections = { run: (lookUp) => lookUp(), onSkipped: () => {} };

/** One network could take every connection with corrections. Beyond its slots, it searches without them. */
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
