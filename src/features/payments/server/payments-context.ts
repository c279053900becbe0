import type Stripe from 'stripe';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PurchaseType } from '../rules.ts';
import type { Provider } from './provider/open-provider.ts';
import type { ProviderEventHandler, PurchaseHandler } from './purchase.ts';
import type { payments } from './table.ts';
import type { KeyedMutex } from './sync/keyed-mutex.ts';

/** The steps of an event's way through the product, in their order. */
export type ProcessingStage =
  | 'verified'
  | 'asked'
  | 'recorded'
  | 'moved'
  | 'fulfilled'
  | 'committed'
  | 'announced';

/** Jobs: what cannot be given is refunded, what a subscription brought is settled. */
export const refundQueue = 'refund-payment';
export const syncQueue = 'sync-payment';

/** What the parts of payments share. */
export type PaymentsContext = Pick<ServerContext, 'database' | 'clock' | 'log' | 'events' | 'jobs'> & {
  provider: Provider;
  /** Asks the provider; see `callProvider`. */
  ask: <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;
  purchases: Map<PurchaseType, PurchaseHandler>;
  readers: Map<string, ProviderEventHandler>;
  /** By the provider's name of what is being asked about. */
  turns: KeyedMutex;
  trace: (step: ProcessingStage) => void;
};

export type PaymentRow = typeof payments.$inferSelect;

export const toId = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
