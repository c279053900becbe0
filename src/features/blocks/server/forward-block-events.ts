import { forwardTopic, type Live } from '#features/live/server/public.ts';
import { blockChanged } from './block-events.ts';

/** Sends blocks and unblocks to the user's other browsers, whose lists are outdated then. */
export function forwardBlockEvents(live: Live): void {
  live.register({
    topics: [forwardTopic(blockChanged, ({ blockerId }) => [{ to: blockerId, message: { type: 'missed' } }])],
  });
}
