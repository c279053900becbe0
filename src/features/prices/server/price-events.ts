import { forwardTopic, type Live } from '#features/live/server/public.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A book that these users have saved costs less, or they have seen the notice in another browser. */
export const priceNoticesChanged = defineTopic<{ userIds: string[] }>('price-notices-changed');

export function forwardPriceEvents(live: Live): void {
  live.register({
    topics: [
      forwardTopic(priceNoticesChanged, ({ userIds }) =>
        userIds.map((userId) => ({ to: userId, message: { type: 'prices' } })),
      ),
    ],
  });
}
