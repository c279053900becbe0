import { BoostedPreview } from '#features/books/web/boosted-preview.tsx';
import BoostPage from '#features/boosts/web/boost-page.tsx';
import type { PageProps } from '../page-route.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';

/** The payment for a boost, with a preview of the boosted listing. */
export default function BoostRoute({ params }: PageProps) {
  return (
    <BoostPage
      bookId={params['id']!}
      back={useBack('/profile')}
      sample={(book, until) => <BoostedPreview book={book} until={until} />}
    />
  );
}
