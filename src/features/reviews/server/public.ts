export { countReviewsSql, listReviews, lockPublicReview, readRating } from './list-reviews.ts';
export { mountReviews } from './mount.ts';
export { reviewPersonalData } from './personal-data.ts';
export { seedReviews } from './seed-reviews.ts';
export { reviewsChanged } from './review-events.ts';

/** For joins; only this feature writes to it. */
export { reviews } from './table.ts';
