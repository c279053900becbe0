import { useListingInterstitials } from '#features/ads/web/use-listing-interstitials.tsx';
import { CourseField } from '#features/courses/web/course-field.tsx';
import { IsbnHelp, IsbnNotes, IsbnScanner } from '#features/editions/web/lazy.ts';
import AddListingPage from '#features/books/web/listing-form/add-listing-page.tsx';

const isbnLookup = { Notes: IsbnNotes, Help: IsbnHelp, Scanner: IsbnScanner };

/** A new listing, with advertisements before the form and before posting. */
export default function AddListingRoute() {
  const { interstitial, beforePost } = useListingInterstitials();
  return (
    <>
      <AddListingPage beforePost={beforePost} isbnLookup={isbnLookup} courseField={CourseField} />
      {interstitial}
    </>
  );
}
