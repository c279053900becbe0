import { forwardTopic, type Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { blockEndpoints } from '../contract.ts';
import { blockChanged } from './block-events.ts';
import { type BlockHook, blockUser, unblockUser } from './block-user.ts';
import { listBlocks } from './list-blocks.ts';

/** Mounts the endpoints of blocks. The feature of conversations applies blocks to messages. */
export function mountBlocks(context: ServerContext, live: Live, blockHook: BlockHook): void {
  // The lists of the user's other browsers are outdated after a block or unblock.
  live.register({
    topics: [forwardTopic(blockChanged, ({ blockerId }) => [{ to: blockerId, message: { type: 'missed' } }])],
  });
  context.endpoints.mount(blockEndpoints, {
    'GET /api/blocks': ({ actor, query }) => listBlocks(context.database, actor.id, query),
    'PUT /api/blocks/:userId': ({ actor, params }) =>
      blockUser(context, { actorId: actor.id, ...params }, blockHook),
    'DELETE /api/blocks/:userId': ({ actor, params }) =>
      unblockUser(context, { actorId: actor.id, ...params }),
  });
}
