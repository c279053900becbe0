import type Stripe from 'stripe';
import { invalidRequestError } from './stripe-api-error.ts';
import { runSandboxTransaction, type SandboxContext } from './sandbox-transaction.ts';
import { endDispute, openDispute } from './dispute.ts';

/** What no call of the API brings about, because a bank does. */
export type SandboxControls = {
  /** The owner of the card wants the money of this payment back. */
  disputePayment(paymentIntentId: string): Promise<Stripe.Dispute>;
  /** The bank decides in our favour, or not. */
  closeDispute(paymentIntentId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>;
};

/** For tests and operators; works on the database of any running sandbox. */
export function sandboxControls(context: SandboxContext): SandboxControls {
  return {
    disputePayment: (paymentIntentId) =>
      runSandboxTransaction(context, async (change) => {
        const intent = await change.objects.get('payment_intent', paymentIntentId);
        if (intent.status !== 'succeeded') throw invalidRequestError(`${intent.id} has not been paid.`);
        return openDispute(change, await change.objects.get('charge', intent.latest_charge ?? ''));
      }),
    closeDispute: (paymentIntentId, outcome) =>
      runSandboxTransaction(context, async (change) => {
        const where = { payment_intent: paymentIntentId };
        const [dispute] = await change.objects.list('dispute', { where, limit: 1 });
        if (dispute === undefined) throw invalidRequestError(`${paymentIntentId} is not disputed.`);
        return endDispute(change, dispute, outcome);
      }),
  };
}
