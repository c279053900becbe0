import type { MessageHook } from '#features/conversations/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

export type ReviewContext = Pick<ServerContext, 'database' | 'clock' | 'events'> & {
  messageHook: MessageHook | undefined;
};
