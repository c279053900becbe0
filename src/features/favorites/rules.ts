/** A person keeps at most this many; beyond it the oldest must go first. */
export const MAX_FAVORITES = 2000;
