/** Where "now" comes from. Handed in everywhere, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
