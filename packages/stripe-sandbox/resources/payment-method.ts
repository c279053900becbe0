import { newSandboxId } from './ids-and-times.ts';
import type { PaymentMethod } from './sandbox-objects.ts';
import type { ValidCard } from './test-card.ts';

export const emptyBillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/**
 * A stored card, with the last four digits of its number. It has no customer until it is set up for later
 * use.
 */
export function newPaymentMethod({ card, expMonth, expYear }: ValidCard, at: number): PaymentMethod {
  return {
    id: newSandboxId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: emptyBillingDetails,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `sandbox${card.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: at,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
