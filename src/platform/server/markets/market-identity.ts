/** The market that an installation was before it had others: it keeps the installation's own addresses and secrets. */
export const FIRST_MARKET = 1;

/** Which market it is, beside others in the process. */
export type MarketIdentity = {
  /** `FIRST_MARKET` for an installation alone. Never changes, and is never used again. */
  number: number;
  name: string;
};

export const marketAlone: MarketIdentity = { number: FIRST_MARKET, name: 'main' };
