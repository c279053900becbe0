import type Stripe from 'stripe';
import { type EventReader, idOf } from '#features/payments/server/public.ts';
import { askSubscription } from './ask-subscription.ts';
import { findSubscription, writeStanding } from './follow-subscription.ts';
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
export function subscriptionReader(context: SubscriptionsContext): EventReader {
  return {
    subject: subjectOf,
    async read(subject) {
      const asked = await findSubscription(context, subject);
      if (asked === null) return null;
      const standing = await askSubscription(context, asked);
      return (tx, now) => writeStanding(context, tx, { asked, standing }, now);
    },
  };
}

/** An invoice of the API's versions before 2025-03-31 names it in another place. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | null };

function subjectOf(event: Stripe.Event): string | null {
  const object = event.data.object as Stripe.Subscription | AnyInvoice;
  if (object.object === 'subscription') return object.id;
  return idOf(object.parent?.subscription_details?.subscription ?? object.subscription);
}
