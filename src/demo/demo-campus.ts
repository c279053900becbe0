import type { ServerContext } from '#platform/server/server-context.ts';
import type { Market } from '#platform/shared/market/market.ts';
import type { SaleContext } from '#features/trades/server/sales/record-confirmed-sale.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { DemoBook } from './create-demo-books.ts';

/** The users and listings of the demo campus, to which the rest is added. */
export type DemoCampus = SaleContext & {
  database: Database;
  events: EventBus;
  studentId: string;
  sellerIds: readonly string[];
  books: readonly DemoBook[];
  now: Date;
  timeZone: string;
  market: Market;
  localeOf: ServerContext['localeOf'];
};
