import { defineTopic } from '#platform/server/events/event-bus.ts';
import { forwardTopic, type Live } from '#features/live/server/public.ts';

/** These users have new alerts, or have seen them in another browser. */
export const wantedChanged = defineTopic<{ userIds: string[] }>('wanted-changed');

export function forwardWantedEvents(live: Live): void {
  live.register({
    topics: [
      forwardTopic(wantedChanged, ({ userIds }) =>
        userIds.map((userId) => ({ to: userId, message: { type: 'wanted' } })),
      ),
    ],
  });
}
