export { addFavorite } from './favorite-cache.ts';
export { useLiveFavorites } from './use-live-favorites.ts';
export { favoriteIdsQuery } from './favorite-queries.ts';
export { FavoriteButton, useIsFavorite } from './favorite-button.tsx';
