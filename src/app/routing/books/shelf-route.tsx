import { useQueryClient } from '@tanstack/react-query';
import { useShelfInterstitial } from '#features/ads/web/use-shelf-interstitial.tsx';
import ShelfPage from '#features/books/web/shelf/shelf-page.tsx';
import { findEditionFields } from '#features/editions/web/find-edition-fields.ts';
import { IsbnStrip } from '#features/editions/web/isbn-strip.tsx';
import { findMedian } from '#features/prices/web/find-median.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Several listings at once, with one advertisement at most, after they are posted. */
export default function ShelfRoute() {
  const { interstitial, afterPost } = useShelfInterstitial();
  const queries = useQueryClient();
  const transport = useTransport();
  return (
    <>
      <ShelfPage
        Scanner={IsbnStrip}
        facts={{
          lookUp: (isbn) => findEditionFields(queries, transport, isbn),
          findPrice: (isbn, condition) => findMedian(queries, transport, { isbn, condition }),
        }}
        afterPost={afterPost}
      />
      {interstitial}
    </>
  );
}
