import type Stripe from 'stripe';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { newRefund } from '../resources/refund.ts';
import type { Charge } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

/** Refunds the amount, or without one all that is not refunded yet. */
export async function refundCharge(
  { objects, emit, at }: SandboxTransaction,
  charge: Charge,
  values: Pick<Stripe.Refund, 'metadata' | 'reason'> & { amount?: number | undefined },
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
  const amount = values.amount ?? left;
  if (amount > left)
    throw invalidRequestError(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  const { metadata, reason } = values;
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
