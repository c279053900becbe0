import type Stripe from 'stripe';
import { type ProviderEventHandler, toId } from '#features/payments/server/public.ts';
import { fetchSubscriptionState } from './fetch-subscription-state.ts';
import { findSubscription, recordSubscriptionState } from './sync-subscription.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';

/** The provider's events that say something about a subscription. */
export const subscriptionEvents = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
] as const;

/** Reads only the subscription's id from an event; its state is fetched. */
export function createSubscriptionEventHandler(context: SubscriptionsContext): ProviderEventHandler {
  return {
    subject: subjectOf,
    async read(subject) {
      const stored = await findSubscription(context, subject);
      if (stored === null) return null;
      const state = await fetchSubscriptionState(context, stored);
      return (tx, now) => recordSubscriptionState(context, tx, { stored, state }, now);
    },
  };
}

/** Invoices of API versions before 2025-03-31 have the subscription in another field. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | null };

function subjectOf(event: Stripe.Event): string | null {
  const object = event.data.object as Stripe.Subscription | AnyInvoice;
  if (object.object === 'subscription') return object.id;
  return toId(object.parent?.subscription_details?.subscription ?? object.subscription);
}
