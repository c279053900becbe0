import { defineTopic } from '#platform/server/events/event-bus.ts';

/** What is known of a person has changed, or they are new. */
export const userChanged = defineTopic<{ userId: string }>('user-changed');

/** What everybody is shown of somebody has changed: it stands on kept pages and lists. */
export const profileChanged = defineTopic<{ userId: string }>('profile-changed');

/** The person is gone: nothing of theirs may stay open. */
export const userDeleted = defineTopic<{ userId: string }>('user-deleted');

/** Some of the person's sessions were ended, their tokens with them: whoever stays must prove anew who they are. */
export const sessionsEnded = defineTopic<{ userId: string }>('sessions-ended');
