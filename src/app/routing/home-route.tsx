import { lazy, Suspense } from 'react';
import { AdBanner } from '#features/ads/web/public.ts';
import { type BookFilters, formatFilters, parseFilters } from '#features/books/filters.ts';
import { HomePage } from '#features/books/web/public.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { AppNav } from '../shell/app-bottom-nav.tsx';
import { HeaderAccount } from '../shell/header-account.tsx';
import { SearchedCourse } from './courses/searched-course.tsx';
import { ListingsElsewhere } from './listings-elsewhere.tsx';
import { favoriteButtonOf } from './favorite-button-of.tsx';
import type { PageProps } from './page-route.ts';

const WantSearchButton = lazy(() => import('#features/wanted/web/want-search-button.tsx'));

/** 'Tell me when it is listed': its code loads after the results. */
function WantSearch({ filters }: { filters: BookFilters }) {
  if (!useHydrated()) return null;
  return (
    <Suspense>
      <WantSearchButton key={`${formatFilters(filters)}`} filters={filters} />
    </Suspense>
  );
}

export default function HomeRoute({ search }: PageProps) {
  const filters = parseFilters(search);
  const words = filters.search ?? '';
  return (
    <HomePage
      query={search}
      account={<HeaderAccount />}
      cardAction={favoriteButtonOf}
      afterFirst={
        <>
          <SearchedCourse filters={filters} isNote />
          <AdBanner size="small" />
        </>
      }
      aboveResults={<SearchedCourse filters={filters} />}
      emptyAction={words === '' && filters.course === undefined ? null : <WantSearch filters={filters} />}
      afterLast={<ListingsElsewhere filters={filters} />}
      nav={<AppNav />}
    />
  );
}
