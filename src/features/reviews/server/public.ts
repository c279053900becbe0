export { countReviewsSql, lockPublicReview } from './list-reviews.ts';
export { reviewsChanged } from './list-reviews.ts';
export { eraseRemovedReview, findPublicReview, removePublicReview, restoreReview } from './remove-review.ts';
