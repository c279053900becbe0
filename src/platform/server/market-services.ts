/** Which market it is, beside others in the process. */
export type MarketIdentity = {
  /** 1 is the market of an installation alone. Never changes, and is never used again. */
  number: number;
  name: string;
};

export const marketAlone: MarketIdentity = { number: 1, name: 'main' };

/** The market's share of what its process has once. Each share is bounded, and markets take turns. */
export type MarketServices = {
  readonly market: MarketIdentity;
  /** Gives back what the market holds. The services of the process go on. */
  close(): Promise<void>;
};
