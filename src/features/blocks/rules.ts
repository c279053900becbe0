/** A person blocks at most this many others. */
export const MAX_BLOCKS = 1000;
