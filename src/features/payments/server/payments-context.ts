import type Stripe from 'stripe';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PurchaseType } from '../rules.ts';
import type { Provider } from './open-provider.ts';
import type { EventReader, Purchase } from './purchase.ts';
import type { payments } from './table.ts';
import type { Turns } from './turns.ts';

/** The steps of an event's way through the product, in their order. */
export type Step = 'verified' | 'asked' | 'recorded' | 'moved' | 'fulfilled' | 'committed' | 'announced';

/** Jobs: what cannot be given is refunded, what a subscription brought is settled. */
export const refundQueue = 'refund-payment';
export const settleQueue = 'settle-payment';

/** What the parts of payments share. */
export type PaymentsContext = Pick<ServerContext, 'database' | 'clock' | 'log' | 'events' | 'jobs'> & {
  provider: Provider;
  /** Asks the provider; see `askProvider`. */
  ask: <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;
  purchases: Map<PurchaseType, Purchase>;
  readers: Map<string, EventReader>;
  /** By the provider's name of what is being asked about. */
  turns: Turns;
  trace: (step: Step) => void;
};

export type PaymentRow = typeof payments.$inferSelect;

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
