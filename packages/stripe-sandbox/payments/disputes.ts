import { invalidRequestError } from '../http/stripe-api-error.ts';
import { type Charge, newDispute } from '../resources/payment-objects.ts';
import {
  runSandboxTransaction,
  type SandboxContext,
  type SandboxTransaction,
} from '../storage/sandbox-transaction.ts';

/** The bank holds the money until it closes the dispute. */
export async function openDispute({ objects, emit }: SandboxTransaction, charge: Charge): Promise<void> {
  const dispute = newDispute(charge);
  await objects.add(dispute);
  charge.disputed = true;
  await objects.save(charge);
  await emit('charge.dispute.created', dispute);
}

/** For tests and operators: what a bank does. Works on the storage of any running sandbox. */
export const createSandboxControls = (context: SandboxContext) => ({
  /** The cardholder disputes the payment. */
  disputePayment: (paymentIntentId: string): Promise<void> =>
    runSandboxTransaction(context, async (tx) => {
      const { id, status, latest_charge } = await tx.objects.get('payment_intent', paymentIntentId);
      if (status !== 'succeeded') throw invalidRequestError(`${id} has not been paid.`);
      await openDispute(tx, await tx.objects.get('charge', latest_charge ?? ''));
    }),

  /** The bank decides for the seller (won) or for the cardholder (lost). */
  closeDispute: (paymentIntentId: string, outcome: 'won' | 'lost'): Promise<void> =>
    runSandboxTransaction(context, async ({ objects, emit }) => {
      const [dispute] = await objects.list('dispute', { payment_intent: paymentIntentId });
      if (dispute?.status !== 'needs_response')
        throw invalidRequestError(`${paymentIntentId} is not disputed.`);
      dispute.status = outcome;
      await emit('charge.dispute.closed', dispute);
    }),
});
