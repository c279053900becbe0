import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import reviewSectionStyles from './review-section.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';

/** The shape of reviews that are loading. */
export function ReviewSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={reviewSectionStyles.review} aria-hidden="true">
      <div className={shared.row}>
        <span className={cx(skeletonStyles.bone, skeletonStyles.avatar)} />
        <div className={cx(shared.grow, skeletonStyles.lines)}>
          <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="45" />
          <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="30" />
        </div>
      </div>
      <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="90" />
    </li>
  ));
}
