import type Stripe from 'stripe';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ProviderId, PurchaseType, RefundReason } from '../rules.ts';
import type { KeyedMutex } from '#platform/server/concurrency/keyed-mutex.ts';

/** The payment, as a purchase handler gets it. */
export type PurchasePayment = {
  paymentId: string;
  stripePaymentIntentId: string;
  type: PurchaseType;
  /** Null after the user was deleted. */
  userId: string | null;
  /** Null after the listing was deleted, or if the purchase concerns no listing. */
  bookId: string | null;
  stripeSubscriptionId: string | null;
};

export type Fulfillment = { kind: 'fulfilled' } | { kind: 'impossible'; refundReason: RefundReason };

/**
 * What a kind of purchase does once it is paid, and once the money is lost again. Payments calls each
 * function exactly once per payment, in the transaction that moves it. The feature that sells the purchase
 * provides the handler, so that payments does not depend on it.
 */
export type PurchaseHandler = {
  type: PurchaseType;
  /** The money has come. `impossible` sends it back. */
  fulfill(tx: Transaction, paid: PurchasePayment, now: Date): Promise<Fulfillment>;
  /**
   * The money is lost again: refunded in full, or in a dispute. Also called for a payment that was never
   * fulfilled, but not after `impossible`.
   */
  revoke(tx: Transaction, paid: PurchasePayment, now: Date): Promise<void>;
};

/**
 * Handles a provider event in two steps: `read` calls the provider outside of any transaction; the effect
 * that it returns runs in the transaction that records the event. If the effect throws StaleVersionError,
 * because the row changed in the meantime, both run again.
 */
export type ProviderEventHandler = {
  /**
   * The id of the provider's object to fetch, also the key of `mutex`; null if the event concerns nothing
   * known here.
   */
  subject(event: Stripe.Event): string | null;
  read(subject: string): Promise<ProviderEventEffect | null>;
};
export type ProviderEventEffect = (tx: Transaction, now: Date) => Promise<void>;

/** A payment that came about by a subscription. */
export type SubscriptionPayment = {
  stripePaymentIntentId: string;
  userId: string | null;
  type: PurchaseType;
  amount: number;
  /** Null after the user was deleted. */
  stripeCustomerId: string | null;
  stripeSubscriptionId: string;
  /** Renewals are not announced to the user. */
  isRenewal: boolean;
};

/** What payments offer to the features that sell something. */
export type Payments = {
  /** Throws 'purchases-disabled' where nothing is sold. */
  provider(): { id: ProviderId };
  /**
   * Calls the provider, outside of any transaction: `call((stripe) => stripe.subscriptions.retrieve(id))`.
   * Throws 'purchases-disabled', 'payment-provider-unavailable', and ProviderRequestError.
   */
  call<T>(request: (stripe: Stripe) => Promise<T>): Promise<T>;
  /**
   * Like `call`, for requests that must take effect once however often they are made. Passes on the
   * idempotency key, and another one while the provider repeats its failure.
   */
  requestOnce<T>(key: string, request: (stripe: Stripe, idempotencyKey: string) => Promise<T>): Promise<T>;
  /** False if nothing is sold here. */
  readonly open: boolean;
  readonly personalData: PersonalDataHandler;
  /** Call while the server is composed, before it listens. */
  registerPurchase(purchase: PurchaseHandler): void;
  /** Keyed by the provider's object id: concurrent syncs of one object would invalidate each other. */
  readonly mutex: KeyedMutex;
  /**
   * Registers the handler of provider events, one per type. Payments handles those of payments, charges,
   * refunds and disputes itself. The handler gets no events of a subscription's payments: it finds them in
   * their invoices and passes them to `record`.
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
  start(wanted: { userId: string; type: PurchaseType; bookId: string }): Promise<{ clientSecret: string }>;
  /** Stores a payment of a subscription unless it is known, and enqueues its sync in the same transaction. */
  record(tx: Transaction, payment: SubscriptionPayment, now: Date): Promise<void>;
  /**
   * Fetches a payment's state from the provider and applies it exactly once. Ignores payments that are not
   * ours.
   */
  sync(stripePaymentIntentId: string, cause: string): Promise<void>;
};
