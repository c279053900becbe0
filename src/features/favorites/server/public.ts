export { countFavoritesOfBook, countFavoritesOfUser } from './favorite-counts.ts';
