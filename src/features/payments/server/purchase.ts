import type Stripe from 'stripe';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ProviderId, PurchaseType, RefundReason } from '../rules.ts';
import type { KeyedMutex } from '#platform/server/concurrency/keyed-mutex.ts';
import type { PaymentRow } from './table.ts';

export type PurchasePayment = { paymentId: string } & Pick<
  PaymentRow,
  'stripePaymentIntentId' | 'type' | 'userId' | 'bookId' | 'stripeSubscriptionId'
>;

export type Fulfillment = { kind: 'fulfilled' } | { kind: 'impossible'; refundReason: RefundReason };

/**
 * What a kind of purchase does once it is paid, and once the money is lost again: each once per payment, in the
 * transaction that moves it. The feature that sells the purchase provides it.
 */
export type PurchaseHandler = {
  type: PurchaseType;
  /** The money has come. `impossible` sends it back. */
  fulfill(tx: Transaction, paid: PurchasePayment, now: Date): Promise<Fulfillment>;
  /** Refunded in full, or disputed and lost; also if it was never fulfilled, but not after `impossible`. */
  revoke(tx: Transaction, paid: PurchasePayment, now: Date): Promise<void>;
};

/**
 * Handles a provider event: `read` calls the provider outside of any transaction; the effect that it returns
 * runs in the transaction that records the event. If that throws StaleVersionError, both run again.
 */
export type ProviderEventHandler = {
  /** The id of the provider's object to fetch, also the key of `mutex`; null if it is of no interest here. */
  subject(event: Stripe.Event): string | null;
  read(subject: string): Promise<ProviderEventEffect | null>;
};
export type ProviderEventEffect = (tx: Transaction, now: Date) => Promise<void>;

/** A payment that came about by a subscription. Renewals are not announced to the user. */
export type SubscriptionPayment = Pick<
  PaymentRow,
  'stripePaymentIntentId' | 'userId' | 'type' | 'amount' | 'stripeCustomerId' | 'stripeSubscriptionId'
> & { isRenewal: boolean };

/** What payments offer to the features that sell something. All but `sync` throw 'purchases-disabled'. */
export type Payments = {
  readonly open: boolean;
  readonly personalData: PersonalDataHandler;
  provider(): { id: ProviderId };
  /**
   * Calls the provider, outside of any transaction: `call((stripe) => stripe.subscriptions.retrieve(id))`.
   * Throws 'payment-provider-unavailable' and ProviderRequestError.
   */
  call<T>(request: (stripe: Stripe) => Promise<T>): Promise<T>;
  /**
   * Like `call`, for requests that must take effect once however often they are made. Passes on the
   * idempotency key, and another one while the provider repeats its failure.
   */
  requestOnce<T>(key: string, request: (stripe: Stripe, idempotencyKey: string) => Promise<T>): Promise<T>;
  /** Call while the server is composed, before it listens. */
  registerPurchase(purchase: PurchaseHandler): void;
  /** Keyed by the provider's object id: concurrent syncs of one object would invalidate each other. */
  readonly mutex: KeyedMutex;
  /**
   * Registers the handler of provider events, one per type. Payments handles those of payments, charges,
   * refunds and disputes itself: a subscription's payments are found in its invoices and passed to `record`.
   */
  onProviderEvents(types: readonly string[], handler: ProviderEventHandler): void;
  /**
   * Runs `work` with the user's customer at the provider, which is created if missing; racing calls create
   * one. Runs it again with a new customer if the provider no longer knows the first.
   */
  withCustomer<T>(userId: string, work: (customer: string) => Promise<T>): Promise<T>;
  /**
   * Returns the user's pending one-time payment for this book, or creates one. Its row is stored before the
   * secret is returned. Racing calls get the same payment.
   */
  start(wanted: StartPaymentInput): Promise<{ clientSecret: string }>;
  /** Stores a payment of a subscription unless it is known, and enqueues its sync in the same transaction. */
  record(tx: Transaction, payment: SubscriptionPayment, now: Date): Promise<void>;
  /** Fetches a payment's state from the provider and applies it once. Ignores payments that are not ours. */
  sync(stripePaymentIntentId: string, cause: string): Promise<void>;
};

export type StartPaymentInput = { userId: string; type: PurchaseType; bookId: string };
