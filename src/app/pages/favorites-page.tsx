import FavoritesPage from '#features/favorites/web/favorites-page.tsx';
import { AppNav } from '../app-nav.tsx';

/** Favourites, with the app's navigation below. */
export default function FavoritesScreen() {
  return <FavoritesPage nav={<AppNav />} />;
}
