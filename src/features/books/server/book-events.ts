import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A listing is new, or something that its readers see has changed. */
export const bookChanged = defineTopic<{ bookId: string }>('book-changed');
