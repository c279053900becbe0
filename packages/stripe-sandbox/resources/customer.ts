import type Stripe from 'stripe';
import { newSandboxId, randomText } from './ids-and-times.ts';

type CustomerValues = Partial<Pick<Stripe.Customer, 'email' | 'name'>>;

export function newCustomer(
  values: CustomerValues & Pick<Stripe.Customer, 'metadata'>,
  at: number,
): Stripe.Customer {
  return {
    id: newSandboxId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: at,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...values,
  };
}
