import type Stripe from 'stripe';
import { invalidRequestError } from './http/stripe-api-error.ts';
import { closeDispute, openDispute } from './payments/open-dispute.ts';
import { runSandboxTransaction, type SandboxContext } from './storage/sandbox-transaction.ts';

/** Events that no request of the API causes, because a bank does. */
export type SandboxControls = {
  /** The cardholder disputes the payment. */
  disputePayment(paymentIntentId: string): Promise<Stripe.Dispute>;
  /** The bank decides for the seller (won) or for the cardholder (lost). */
  closeDispute(paymentIntentId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>;
};

/** For tests and operators. Works on the storage of any running sandbox. */
export function createSandboxControls(context: SandboxContext): SandboxControls {
  return {
    disputePayment: (paymentIntentId) =>
      runSandboxTransaction(context, async (tx) => {
        const intent = await tx.objects.get('payment_intent', paymentIntentId);
        if (intent.status !== 'succeeded') throw invalidRequestError(`${intent.id} has not been paid.`);
        return openDispute(tx, await tx.objects.get('charge', intent.latest_charge ?? ''));
      }),
    closeDispute: (paymentIntentId, outcome) =>
      runSandboxTransaction(context, async (tx) => {
        const where = { payment_intent: paymentIntentId };
        const [dispute] = await tx.objects.list('dispute', { where, limit: 1 });
        if (dispute === undefined) throw invalidRequestError(`${paymentIntentId} is not disputed.`);
        return closeDispute(tx, dispute, outcome);
      }),
  };
}
