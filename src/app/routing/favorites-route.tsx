import { useLocation } from 'wouter';
import { AdBanner } from '#features/ads/web/public.ts';
import FavoritesPage from '#features/favorites/web/favorites-page.tsx';
import { PriceNotices } from '#features/prices/web/lazy.ts';
import { useUnseenPrices } from '#features/prices/web/public.ts';
import { useUnseenAlerts } from '#features/wanted/web/public.ts';
import WantedTab from '#features/wanted/web/wanted-tab.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { Tabs } from '#ui/actions/tabs.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';
import { MyCoursesSection } from './courses/my-courses-section.tsx';
import type { PageProps } from './page-route.ts';

/** Favorites: the saved books with an advertisement, or the wanted ones. */
export default function FavoritesRoute({ search }: PageProps) {
  const [, navigate] = useLocation();
  const isWanted = search.get('tab') === 'wanted';
  const tabs = (
    <Tabs
      id="favorites"
      label={t('favorites.tabs.label')}
      tabs={[
        { value: 'saved', label: t('favorites.tabs.saved'), news: useUnseenPrices() },
        { value: 'wanted', label: t('favorites.tabs.wanted'), news: useUnseenAlerts() },
      ]}
      value={isWanted ? 'wanted' : 'saved'}
      onChange={(tab) =>
        navigate(tab === 'wanted' ? '/favorites?tab=wanted' : '/favorites', { replace: true })
      }
    />
  );
  return (
    <FavoritesPage
      tabs={tabs}
      aboveSaved={<PriceNotices />}
      otherPanel={isWanted ? <WantedTab courses={<MyCoursesSection />} /> : null}
      afterFirst={<AdBanner size="small" />}
      nav={<AppNav />}
    />
  );
}
