export { countReviewsSql, lockPublicReview } from './list-reviews.ts';
export { reviewsChanged } from './review-events.ts';
