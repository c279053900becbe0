import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A user has blocked or unblocked another one. */
export const blockChanged = defineTopic<{ blockerId: string; blockedId: string }>('block-changed');
