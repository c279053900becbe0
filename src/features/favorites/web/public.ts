/** What other features and the app may use of favourites. The page is reached by its own file, in a chunk of its own. */
export { addFavorite } from './favorite-cache.ts';
export { useLiveFavorites } from './use-live-favorites.ts';
export { FavoriteButton } from './favorite-button.tsx';
