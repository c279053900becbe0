import { DAY_MS } from '#platform/shared/durations.ts';

const REVIEW_MS = 14 * DAY_MS;

export type Side = 'seller' | 'buyer';

/** The two reviews of one confirmed sale: hidden until both are written or their time is over. */
export class ReviewModel {
  readonly #reviews = new Map<Side, { stars: number; publishedAt: number }>();

  /** Returns the status that the product responds with. */
  write(side: Side, stars: number, { soldAt, now }: { soldAt: number; now: number }): number {
    const own = this.#reviews.get(side);
    if (own?.stars === stars) return 200;
    if (own !== undefined && own.publishedAt <= now) return 409;
    if (soldAt + REVIEW_MS <= now) return 409;
    const publishedAt = own?.publishedAt ?? soldAt + REVIEW_MS;
    this.#reviews.set(side, { stars, publishedAt });
    if (this.#reviews.size === 2) for (const review of this.#reviews.values()) review.publishedAt = now;
    return 200;
  }

  /** What others see of the review that one of the two has written. */
  publicStars(writtenBy: Side, now: number): number[] {
    const review = this.#reviews.get(writtenBy);
    return review !== undefined && review.publishedAt <= now ? [review.stars] : [];
  }
}
