import { defineTopic } from '#platform/server/events/event-bus.ts';

/** Courses or their reading lists have changed. */
export const coursesChanged = defineTopic<{}>('courses-changed');
