import { forwardTopic, type Live } from '#features/live/server/public.ts';
import { blockChanged } from './block-events.ts';

/** After a block or unblock, other browsers of the user show outdated lists. */
export function forwardBlockEvents(live: Live): void {
  live.register({
    topics: [forwardTopic(blockChanged, ({ blockerId }) => [{ to: blockerId, message: { type: 'missed' } }])],
  });
}
