import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { noticedMessage } from '../contract.ts';
import { markMessagesSeen } from './send-pushes.ts';

/** Registers what pages report over the socket: the messages that the user has seen. */
export function registerMessages(context: Pick<ServerContext, 'database' | 'clock'>, live: Live): void {
  live.register({
    messages: {
      noticed: {
        schema: noticedMessage,
        handle: (_connection, actor, noticed) => markMessagesSeen(context, actor.id, noticed),
      },
    },
  });
}
