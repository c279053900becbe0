import { AdBanner } from '#features/ads/web/public.ts';
import FavoritesPage from '#features/favorites/web/favorites-page.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';

/** Favorites, with an advertisement and the navigation. */
export default function FavoritesRoute() {
  return <FavoritesPage nav={<AppNav />} afterFirst={<AdBanner size="small" />} />;
}
