import { usePause } from '#features/accounts/web/lazy.ts';
import { useListingInterstitials } from '#features/ads/web/use-listing-interstitials.tsx';
import { CourseField } from '#features/courses/web/course-field.tsx';
import { useSellAgain } from '#features/trades/web/bought/use-sell-again.ts';
import { IsbnHelp, IsbnNotes, IsbnScanner } from '#features/editions/web/lazy.ts';
import { PriceGuide } from '#features/prices/web/lazy.ts';
import AddListingPage from '#features/books/web/listing-form/add-listing-page.tsx';
import { showAlertedStudents, WantedDemand } from '#features/wanted/web/lazy.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

const isbnLookup = { Notes: IsbnNotes, Help: IsbnHelp, Scanner: IsbnScanner };

/** A new listing, with advertisements before the form and before posting. */
export default function AddListingRoute() {
  const { interstitial, beforePost } = useListingInterstitials();
  const isPaused = usePause() !== null;
  const transport = useTransport();
  const again = useSellAgain();
  return (
    <>
      <AddListingPage
        {...again}
        beforePost={beforePost}
        isbnLookup={isbnLookup}
        courseField={CourseField}
        Demand={WantedDemand}
        afterPost={(bookId, onText) => void showAlertedStudents(transport, bookId, onText)}
        PriceGuide={PriceGuide}
      />
      {!isPaused && interstitial}
    </>
  );
}
