import { defineTopic } from '#platform/server/events/event-bus.ts';

/** What is known of a person has changed, or they are new. */
export const userChanged = defineTopic<{ userId: string }>('user-changed');

/** The person is gone: nothing of theirs may stay open. */
export const userRemoved = defineTopic<{ userId: string }>('user-removed');
