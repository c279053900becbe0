export { countFavoritesOfBook, countFavoritesOfUser } from './favorite-counts.ts';
export { favoritePersonalData } from './personal-data.ts';
export { mountFavorites } from './mount.ts';
export { addFavorite } from './toggle-favorite.ts';

/** For joins; only this feature writes to it. */
export { favorites } from './table.ts';
