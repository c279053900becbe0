import type { ServerContext } from '#platform/server/server-context.ts';
import { blockEndpoints } from '../contract.ts';
import { blockUser, unblockUser } from './block-user.ts';
import { listBlocks } from './list-blocks.ts';

export { blockChanged } from './block-events.ts';
export { forwardBlockEvents } from './forward-block-events.ts';
export { exportBlocks } from './export-blocks.ts';

/** Who wants to hear nothing from whom. What that means for messages is decided where they are written and read. */
export function mountBlocks(context: ServerContext): void {
  context.calls.mount(context.http, blockEndpoints, {
    'GET /api/blocks': ({ actor, query }) => listBlocks(context.database, actor.id, query),
    'PUT /api/blocks/:userId': ({ actor, params }) => blockUser(context, { actorId: actor.id, ...params }),
    'DELETE /api/blocks/:userId': ({ actor, params }) =>
      unblockUser(context, { actorId: actor.id, ...params }),
  });
}

/** For joins and foreign keys; written by this feature alone. */
export { blocks } from './table.ts';
