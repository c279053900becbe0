import type { ServerContext } from '#platform/server/server-context.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A listing is new, or something that its readers see has changed. */
export const bookChanged = defineTopic<{ bookId: string; sellerId: string }>('book-changed');

/**
 * Services of the actions on listings. Each publishes `bookChanged` after its commit, so that no transport
 * can forget it.
 */
export type BookContext = Pick<ServerContext, 'database' | 'events'> & {
  jobs: Pick<ServerContext['jobs'], 'enqueue'>;
  /** Days that a new or renewed listing stays active. */
  listingDays: number;
};
