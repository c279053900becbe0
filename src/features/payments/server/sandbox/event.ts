import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { newSandboxId } from './ids-and-times.ts';
import type { Charge, Intent, Invoice, SandboxObjects, SandboxSubscription } from './sandbox-store.ts';

/** What is told; the sandbox's webhook is subscribed to nothing else. */
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

/** The request that caused an event; null where the clock did. */
export type RequestOf = { id: string; idempotency_key: string | null } | null;

export const deliverQueue = 'deliver-sandbox-events';

export function newEvent(
  type: EventType,
  object: EventObject,
  at: number,
  request: RequestOf,
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

/** The header that proves who sent a webhook, and when. */
export function signPayload(payload: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
