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

/** Which subscription an event is about is all that is read from it; how that stands is asked. */
export function createSubscriptionEventHandler(context: SubscriptionsContext): ProviderEventHandler {
  return {
    subject: subjectOf,
    async read(subject) {
      const asked = await findSubscription(context, subject);
      if (asked === null) return null;
      const standing = await fetchSubscriptionState(context, asked);
      return (tx, now) => recordSubscriptionState(context, tx, { asked, standing }, now);
    },
  };
}

/** An invoice of the API's versions before 2025-03-31 names it in another place. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | null };

function subjectOf(event: Stripe.Event): string | null {
  const object = event.data.object as Stripe.Subscription | AnyInvoice;
  if (object.object === 'subscription') return object.id;
  return toId(object.parent?.subscription_details?.subscription ?? object.subscription);
}
