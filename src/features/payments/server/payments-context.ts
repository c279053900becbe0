import type Stripe from 'stripe';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Market } from '#platform/shared/market/market.ts';
import type { PurchaseType } from '../rules.ts';
import type { Provider } from './provider/open-provider.ts';
import type { ProviderEventHandler, PurchaseHandler } from './purchase.ts';
import type { KeyedMutex } from '#platform/server/concurrency/keyed-mutex.ts';

/** Stages in the processing of a provider event, in order. */
export const processingStages = [
  'verified',
  'asked',
  'recorded',
  'moved',
  'fulfilled',
  'committed',
  'announced',
] as const;
export type ProcessingStage = (typeof processingStages)[number];

/** Queues: refunds of purchases that cannot be fulfilled, syncs of subscription payments. */
export const REFUND_QUEUE = 'refund-payment';
export const SYNC_QUEUE = 'sync-payment';

export type PaymentsContext = Pick<
  ServerContext,
  'database' | 'clock' | 'log' | 'events' | 'jobs' | 'market'
> & {
  provider: Provider;
  callProvider: <T>(request: (stripe: Stripe) => Promise<T>) => Promise<T>;
  purchases: Map<PurchaseType, PurchaseHandler>;
  eventHandlers: Map<string, ProviderEventHandler>;
  /** Keyed by the provider's object id. */
  mutex: KeyedMutex;
  trace: (stage: ProcessingStage) => void;
};

export const currencyAtProvider = ({ currency }: Market): string => currency.code.toLowerCase();

export const toId = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
