/** Which market it is, beside others in the process. */
export type MarketIdentity = {
  /** 1 is the market of an installation alone. Never changes, and is never used again. */
  number: number;
  name: string;
};

export const marketAlone: MarketIdentity = { number: 1, name: 'main' };
