import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A user was created, or their own data has changed. */
export const userChanged = defineTopic<{ userId: string }>('user-changed');

/** The public data of a user has changed, which cached pages and lists contain. */
export const profileChanged = defineTopic<{ userId: string }>('profile-changed');

/** The user is deleted: their connections are to be closed. */
export const userDeleted = defineTopic<{ userId: string }>('user-deleted');

/** Sessions were revoked, and their tokens with them: open connections must authenticate again. */
export const sessionsEnded = defineTopic<{ userId: string }>('sessions-ended');

/** A pause of the user has begun or ended, or a reserved trade of a paused user has: what they may do is asked again. */
export const pauseChanged = defineTopic<{ userId: string }>('pause-changed');
