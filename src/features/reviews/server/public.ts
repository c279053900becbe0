export { listReviews, readRating } from './list-reviews.ts';
export { mountReviews } from './mount.ts';
export { reviewPersonalData } from './personal-data.ts';
export { reviewsChanged } from './review-events.ts';
