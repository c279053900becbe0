import { Icon } from '#ui/icons/icon.tsx';
import type { Profile } from '../contract.ts';
import { ratingText } from '../profile-texts.ts';

/** The average of the stars and the number of reviews; nothing without a review. */
export function Rating({ rating }: { rating: Profile['rating'] }) {
  if (rating.average === null) return null;
  return (
    <span className="row small">
      <span className="vh">{ratingText(rating)}</span>
      <span className="stars" aria-hidden="true">
        <Icon name="star-filled" />
        {rating.average.toFixed(1)}
      </span>
      <span className="soft" aria-hidden="true">
        ({rating.count})
      </span>
    </span>
  );
}
