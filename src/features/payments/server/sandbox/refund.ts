import type Stripe from 'stripe';
import { invalidRequestError } from './stripe-api-error.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { newSandboxId } from './ids-and-times.ts';
import type { Charge } from './sandbox-store.ts';

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

/** Sends what is asked for back, or all that is left. */
export async function refundCharge(
  { objects, emit, at }: SandboxTransaction,
  charge: Charge,
  wanted: Pick<Stripe.Refund, 'metadata' | 'reason'> & { amount?: number | undefined },
): Promise<Stripe.Refund> {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed)
    throw invalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw invalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  const amount = wanted.amount ?? left;
  if (amount > left)
    throw invalidRequestError(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  const { metadata, reason } = wanted;
  const refund = newRefund(charge, amount, at, { metadata, reason });
  await objects.add(refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  await objects.save(charge);
  await emit('refund.created', refund);
  await emit('charge.refunded', charge);
  return refund;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
