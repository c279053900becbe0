import { AdBanner } from '#features/ads/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { HomePage } from '#features/books/web/public.ts';
import { CourseCard, CourseNote } from '#features/courses/web/public.ts';
import { FavoriteButton } from '#features/favorites/web/public.ts';
import { AppNav } from '../shell/app-bottom-nav.tsx';
import { HeaderAccount } from '../shell/header-account.tsx';
import type { PageProps } from './page-route.ts';

const favoriteButton = (book: Book) => <FavoriteButton bookId={book.id} title={book.title} />;

export default function HomeRoute({ search }: PageProps) {
  const words = search.get('search') ?? '';
  return (
    <HomePage
      query={search}
      account={<HeaderAccount />}
      cardAction={favoriteButton}
      afterFirst={<AdBanner size="small" />}
      aboveResults={<CourseCard search={words} />}
      belowResults={<CourseNote search={words} />}
      nav={<AppNav />}
    />
  );
}
