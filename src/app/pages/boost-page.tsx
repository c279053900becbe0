import { BoostedSample } from '#features/books/web/boosted-sample.tsx';
import BoostPage from '#features/boosts/web/boost-page.tsx';
import type { PageAddress } from '../page-route.ts';
import { useBack } from '../use-back.ts';

/** The payment for a boost, with the listing as it will look. */
export default function BoostScreen({ params }: PageAddress) {
  return (
    <BoostPage
      bookId={params['id']!}
      back={useBack('/profile')}
      sample={(book, until) => <BoostedSample book={book} until={until} />}
    />
  );
}
