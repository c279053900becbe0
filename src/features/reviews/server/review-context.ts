import type { ServerContext } from '#platform/server/server-context.ts';

export type ReviewContext = Pick<ServerContext, 'database' | 'clock' | 'events'>;
