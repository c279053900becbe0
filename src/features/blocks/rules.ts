/** A person blocks at most this many others. */
export const maxBlocks = 1000;
