import { defineTopic } from '#platform/server/events/event-bus.ts';

/** Courses or their reading lists have been imported. */
export const coursesChanged = defineTopic<{}>('courses-changed');
