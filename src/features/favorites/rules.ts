/** Favorites of one user. Another one is refused until the user removes one. */
export const MAX_FAVORITES = 2000;
