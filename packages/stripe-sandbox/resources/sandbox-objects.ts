import type Stripe from 'stripe';

/** A stored object names others by id; `expand` replaces the id with the object. */
type ById<T, K extends keyof T> = Omit<T, K> & { [P in K]: Extract<T[P], string | null | undefined> };

export type Intent = ById<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>;
export type Charge = ById<Stripe.Charge, 'customer' | 'payment_intent'>;
export type SandboxSubscription = ById<
  Stripe.Subscription,
  'customer' | 'latest_invoice' | 'default_payment_method'
>;
export type Invoice = ById<Stripe.Invoice, 'customer'>;
export type InvoicePayment = ById<Stripe.InvoicePayment, 'invoice'>;
export type SandboxPrice = ById<Stripe.Price, 'product'>;
export type PaymentMethod = ById<Stripe.PaymentMethod, 'customer'>;

/** All stored objects, by their field `object`. */
export type SandboxObjects = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: SandboxPrice;
  payment_method: PaymentMethod;
  payment_intent: Intent;
  charge: Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: SandboxSubscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  event: Stripe.EventBase;
};
export type ObjectKind = keyof SandboxObjects;

export type StripeList<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

export const toStripeList = <T>(data: T[], url: string, has_more = false): StripeList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});
