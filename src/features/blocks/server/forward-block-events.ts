import { forwardTopic, type Live } from '#features/live/server/public.ts';
import { blockChanged } from './block-events.ts';

/** After a block or its end, the other browsers of the user show too much or too little. */
export function forwardBlockEvents(live: Live): void {
  live.register({
    topics: [forwardTopic(blockChanged, ({ blockerId }) => [{ to: blockerId, message: { type: 'missed' } }])],
  });
}
