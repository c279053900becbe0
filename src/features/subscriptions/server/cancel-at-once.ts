import type Stripe from 'stripe';
import { isMissing, ProviderRefusalError } from '#features/payments/server/public.ts';
import { hasEnded } from '../rules.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';

type Context = Pick<SubscriptionsContext, 'payments'>;

/** Ends a subscription at the provider now: nothing is charged for it any more. One that is over already stays so. */
export function cancelAtOnce(context: Context, stripeSubscriptionId: string): Promise<void> {
  return changeUnlessOver(context, stripeSubscriptionId, (stripe) =>
    stripe.subscriptions.cancel(stripeSubscriptionId),
  );
}

/** The provider refuses to change what has ended; that is no failure. How it stands is to be asked after the change. */
export async function changeUnlessOver(
  { payments }: Context,
  stripeSubscriptionId: string,
  change: (stripe: Stripe) => Promise<unknown>,
): Promise<void> {
  try {
    await payments.ask(change);
  } catch (error) {
    if (isMissing(error)) return;
    if (!(error instanceof ProviderRefusalError)) throw error;
    const { status } = await payments.ask((stripe) => stripe.subscriptions.retrieve(stripeSubscriptionId));
    if (!hasEnded(status)) throw error;
  }
}
