import type Stripe from 'stripe';
import { newSandboxId } from './ids-and-times.ts';
import type { Charge } from './sandbox-objects.ts';

export function newRefund(
  charge: Charge,
  amount: number,
  at: number,
  values: Pick<Stripe.Refund, 'metadata' | 'reason'>,
): Stripe.Refund {
  return {
    id: newSandboxId('re'),
    object: 'refund',
    amount,
    balance_transaction: newSandboxId('txn'),
    charge: charge.id,
    created: at,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...values,
  };
}
