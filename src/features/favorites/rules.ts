/** A person keeps at most this many; beyond it the oldest must go first. */
export const maxFavorites = 2000;
