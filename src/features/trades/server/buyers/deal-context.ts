import type { ReservationHook } from '../reservations/settle-book.ts';
import type { BookHook } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

export type DealOptions = {
  listingDays: number;
  bookHook: BookHook;
  reservationHook: ReservationHook;
};
export type DealContext = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> &
  DealOptions & { jobs: Pick<ServerContext['jobs'], 'enqueue'> };
