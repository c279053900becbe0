import Stripe from 'stripe';
import { newSandboxId } from '../resources/ids-and-times.ts';
import type {
  Charge,
  Intent,
  Invoice,
  SandboxObjects,
  SandboxSubscription,
} from '../resources/sandbox-objects.ts';

/** The sandbox emits no other types. */
export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.payment_action_required'
  | 'invoice.voided';

export type EventObject = Intent | Charge | SandboxSubscription | Invoice | Stripe.Refund | Stripe.Dispute;

/** The request that caused an event; null for scheduled billing. */
export type EventRequest = { id: string; idempotency_key: string | null } | null;

export function newEvent(
  type: EventType,
  object: EventObject,
  at: number,
  request: EventRequest,
): SandboxObjects['event'] {
  return {
    id: newSandboxId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: request ?? { id: null, idempotency_key: null },
    type,
  };
}
