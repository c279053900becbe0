import { defineTopic } from '#platform/server/events/event-bus.ts';

/** The public reviews about a user have changed: pages and lists that show them are outdated. */
export const reviewsChanged = defineTopic<{ userId: string }>('reviews-changed');
