export { countReviewsSql, lockPublicReview } from './list-reviews.ts';
export { reviewsChanged } from './list-reviews.ts';
