import { AdBanner } from '#features/ads/web/public.ts';
import FavoritesPage from '#features/favorites/web/favorites-page.tsx';
import { AppNav } from '../shell/app-nav.tsx';

/** Favourites, with an advertisement and the app's navigation below. */
export default function FavoritesRoute() {
  return <FavoritesPage nav={<AppNav />} afterFirst={<AdBanner size="small" />} />;
}
