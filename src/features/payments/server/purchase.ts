import type Stripe from 'stripe';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ProviderId, PurchaseType, RefundReason } from '../rules.ts';
import type { KeyedMutex } from './sync/keyed-mutex.ts';

/** What a purchase is told about its payment. */
export type PurchasePayment = {
  paymentId: string;
  stripePaymentIntentId: string;
  type: PurchaseType;
  /** Null once the person is gone. */
  userId: string | null;
  /** Null once the listing is gone, or where the purchase is about none. */
  bookId: string | null;
  stripeSubscriptionId: string | null;
};

/** What is done once the transaction has been committed: events to the screens. Must not throw. */
export type AfterCommit = () => void;

export type Fulfilment =
  | { kind: 'fulfilled'; after: AfterCommit }
  | { kind: 'impossible'; refundReason: RefundReason };

/**
 * What a kind of purchase does when its money has come, and when it has gone again. Payments calls each exactly once for a payment, in
 * the transaction that moves it. Declared by the feature that sells it, so that payments knows nothing of what is sold.
 */
export type PurchaseHandler = {
  type: PurchaseType;
  /** The money has come. `impossible` sends it back. */
  fulfil(tx: Transaction, paid: PurchasePayment, now: Date): Promise<Fulfilment>;
  /**
   * The money has gone again: refunded, or lost in a dispute. Also where it came and went before anything was given for it; not where
   * that was `impossible`.
   */
  revoke(tx: Transaction, paid: PurchasePayment, now: Date): Promise<AfterCommit>;
};

/**
 * What an event of the provider means to a feature, in two halves: what is asked of the provider outside of any transaction, and what is
 * done in the one that also records the event. The second half throws StaleVersionError when somebody has written a newer answer down
 * meanwhile; then both are done again.
 */
export type ProviderEventHandler = {
  /** The provider's name of what is asked about; null where the event is about nothing that is known here. One after the other, see `turns`. */
  subject(event: Stripe.Event): string | null;
  read(subject: string): Promise<ProviderEventEffect | null>;
};
export type ProviderEventEffect = (tx: Transaction, now: Date) => Promise<AfterCommit>;

/** A payment that came about by a subscription. */
export type SubscriptionPayment = {
  stripePaymentIntentId: string;
  userId: string | null;
  type: PurchaseType;
  amount: number;
  /** Null, like the person, once they are gone. */
  stripeCustomerId: string | null;
  stripeSubscriptionId: string;
  /** Not told as news: nobody waits for it. */
  isRenewal: boolean;
};

/** What payments offer to the features that sell something. */
export type Payments = {
  /** Throws 'purchases-disabled' where nothing is sold. */
  provider(): { id: ProviderId };
  /**
   * Asks the provider something, outside of any transaction: `call((stripe) => stripe.subscriptions.retrieve(id))`. Throws 'purchases-disabled',
   * 'payment-provider-unavailable', and ProviderRequestError.
   */
  call<T>(question: (stripe: Stripe) => Promise<T>): Promise<T>;
  /**
   * The same for what is to come about once, however often and at once it is asked for. It hands on the idempotency key, and another
   * one where the provider keeps repeating a failure of its own.
   */
  requestOnce<T>(key: string, question: (stripe: Stripe, idempotencyKey: string) => Promise<T>): Promise<T>;
  /** Whether anything is sold here. */
  readonly open: boolean;
  readonly personalData: PersonalDataHandler;
  /** Called while the product is composed, before anything listens. */
  registerPurchase(purchase: PurchaseHandler): void;
  /** By the provider's name of what is asked about: those who ask at once would overtake one another's answers. */
  readonly turns: KeyedMutex;
  /**
   * Who reads which events of the provider besides those of payments, charges, refunds and disputes. Each type has one reader. It hears
   * nothing of a subscription's payments as such: what it learns of them from their invoices it hands to `record`.
   */
  onProviderEvents(types: readonly string[], reader: ProviderEventHandler): void;
  /**
   * Does something with the provider's customer of a person, made when there is none: one person has one, however often and at once it is
   * asked. It is done once more with a new one where the provider does not know ours any more.
   */
  withCustomer<T>(userId: string, work: (customer: string) => Promise<T>): Promise<T>;
  /**
   * The person's unfinished one-time payment for this thing, or a new one, kept before its secret is answered. Racing calls get the same one.
   */
  start(wanted: { userId: string; type: PurchaseType; bookId: string }): Promise<{ clientSecret: string }>;
  /** Writes down a payment that came about by a subscription, unless it is known; it is settled by itself after the commit. */
  record(tx: Transaction, payment: SubscriptionPayment, now: Date): Promise<void>;
  /** Asks the provider how a payment stands and does what follows from it, exactly once. What is not ours is left alone. */
  sync(stripePaymentIntentId: string, cause: string): Promise<void>;
};
