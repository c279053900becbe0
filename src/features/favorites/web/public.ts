/** What other features and the app may use of favourites. The page is reached by its own file, in a chunk of its own. */
export { addFavorite, favoriteBookHasChanged, toggleFavorite } from './favorite-cache.ts';
export { FavoriteButton, type FavoriteButtonProps } from './favorite-button.tsx';
export { favoriteIdsQuery, favoritesQuery } from './favorite-queries.ts';
