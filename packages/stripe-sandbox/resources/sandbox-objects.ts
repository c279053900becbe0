import type Stripe from 'stripe';
import type {
  Invoice,
  InvoicePayment,
  newCustomer,
  newPrice,
  newProduct,
  SandboxSubscription,
} from './billing-objects.ts';
import type { Charge, Intent, newDispute, newRefund, PaymentMethod } from './payment-objects.ts';

/** All stored objects, by their field `object`. */
export type SandboxObjects = {
  customer: ReturnType<typeof newCustomer> | Stripe.DeletedCustomer;
  product: ReturnType<typeof newProduct>;
  price: ReturnType<typeof newPrice>;
  payment_method: PaymentMethod;
  payment_intent: Intent;
  charge: Charge;
  refund: ReturnType<typeof newRefund>;
  dispute: ReturnType<typeof newDispute>;
  subscription: SandboxSubscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  event: Pick<Stripe.EventBase, 'id' | 'object' | 'api_version' | 'created' | 'data' | 'livemode'> & {
    type: EventType;
  };
};
export type ObjectKind = keyof SandboxObjects;

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
