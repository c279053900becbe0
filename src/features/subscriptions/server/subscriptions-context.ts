import type { Payments } from '#features/payments/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { subscriptions } from './table.ts';

export type SubscriptionsContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'jobs' | 'log' | 'market'
> & {
  payments: Payments;
};

/** What it takes to change a subscription at the provider. */
export type AccountContext = { log: Pick<ServerContext['log'], 'error'>; payments: Pick<Payments, 'call'> };

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Jobs that end a subscription at the provider, at once. */
export const CANCEL_QUEUE = 'cancel-provider-subscription';
