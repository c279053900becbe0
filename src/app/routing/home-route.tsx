import { lazy, Suspense } from 'react';
import { AdBanner } from '#features/ads/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { HomePage } from '#features/books/web/public.ts';
import { FavoriteButton } from '#features/favorites/web/public.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { AppNav } from '../shell/app-bottom-nav.tsx';
import { HeaderAccount } from '../shell/header-account.tsx';
import { SearchedCourse } from './courses/searched-course.tsx';
import type { PageProps } from './page-route.ts';

const WantSearchButton = lazy(() => import('#features/wanted/web/want-search-button.tsx'));

/** 'Tell me when it is listed': its code loads after the results. */
function WantSearch({ search }: { search: string }) {
  if (!useHydrated()) return null;
  return (
    <Suspense>
      <WantSearchButton key={search} search={search} />
    </Suspense>
  );
}

const favoriteButton = (book: Book) => <FavoriteButton bookId={book.id} title={book.title} />;

export default function HomeRoute({ search }: PageProps) {
  const words = search.get('search')?.trim() ?? '';
  return (
    <HomePage
      query={search}
      account={<HeaderAccount />}
      cardAction={favoriteButton}
      afterFirst={<AdBanner size="small" />}
      aboveResults={<SearchedCourse search={words} />}
      belowResults={<SearchedCourse search={words} isNote />}
      emptyAction={words === '' ? null : <WantSearch search={words} />}
      nav={<AppNav />}
    />
  );
}
