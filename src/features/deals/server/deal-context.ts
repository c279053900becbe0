import type { BookHook } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

export type DealContext = Pick<ServerContext, 'database' | 'clock' | 'events' | 'jobs'> & {
  listingDays: number;
  bookHook: BookHook;
};
