import { useListingInterstitials } from '#features/ads/web/use-listing-interstitials.tsx';
import AddListingPage from '#features/books/web/listing-form/add-listing-page.tsx';

/** A new listing, with the advertisements before the form and before the post. */
export default function AddListingRoute() {
  const { interstitial, beforePost } = useListingInterstitials();
  return (
    <>
      <AddListingPage beforePost={beforePost} />
      {interstitial}
    </>
  );
}
