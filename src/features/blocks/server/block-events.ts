import { defineTopic } from '#platform/server/events/event-bus.ts';

/** Somebody has blocked or unblocked somebody. */
export const blockChanged = defineTopic<{ blockerId: string; blockedId: string }>('block-changed');
