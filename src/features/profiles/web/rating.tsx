import { Icon } from '#ui/icons/icon.tsx';
import type { Profile } from '../contract.ts';
import { averageText, ratingText } from '../profile-texts.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import starsStyles from '#ui/display/stars.module.css';

/** The average of the stars and the number of reviews; nothing without a review. */
export function Rating({ rating }: { rating: Profile['rating'] }) {
  if (rating.average === null) return null;
  return (
    <span className={cx(shared.row, shared.small)}>
      <span className={shared.visuallyHidden}>{ratingText(rating)}</span>
      <span className={starsStyles.stars} aria-hidden="true">
        <Icon name="star-filled" />
        {averageText(rating.average)}
      </span>
      <span className={shared.soft} aria-hidden="true">
        ({rating.count})
      </span>
    </span>
  );
}
