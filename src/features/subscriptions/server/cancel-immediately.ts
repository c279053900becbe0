import type Stripe from 'stripe';
import { isNotFoundAtProvider, ProviderRequestError } from '#features/payments/server/public.ts';
import { hasEnded } from '../rules.ts';
import { unknownSubscription } from './fetch-subscription-state.ts';
import type { AccountContext } from './subscriptions-context.ts';

/** Also voids its open invoices. One that is over stays so. Throws 'subscription-not-found-at-provider'. */
export async function cancelImmediately(
  context: AccountContext,
  stripeSubscriptionId: string,
): Promise<void> {
  await changeUnlessOver(context, stripeSubscriptionId, (stripe) =>
    stripe.subscriptions.cancel(stripeSubscriptionId),
  );
  await voidInvoices(context, stripeSubscriptionId);
}

/** A subscription that has ended cannot be changed: that is no error. Sync afterwards to learn its state. */
export async function changeUnlessOver(
  context: AccountContext,
  stripeSubscriptionId: string,
  change: (stripe: Stripe) => Promise<unknown>,
): Promise<void> {
  const { payments } = context;
  try {
    await payments.call(change);
  } catch (error) {
    if (!(error instanceof ProviderRequestError)) throw error;
    const { status } = await payments
      .call((stripe) => stripe.subscriptions.retrieve(stripeSubscriptionId))
      .catch((missing: unknown) => {
        throw isNotFoundAtProvider(missing)
          ? unknownSubscription(context, stripeSubscriptionId, missing)
          : missing;
      });
    if (!hasEnded(status)) throw error;
  }
}

/**
 * The provider leaves invoices open when a subscription ends, and may still charge a draft. A
 * subscription's draft cannot be deleted, so it is finalized without a charge and then voided.
 */
async function voidInvoices({ payments }: AccountContext, subscription: string): Promise<void> {
  for (const status of ['draft', 'open'] as const) {
    const { data } = await payments.call((stripe) =>
      stripe.invoices.list({ subscription, status, limit: 100 }),
    );
    for (const { id } of data) {
      if (status === 'draft')
        await payments.call((stripe) => stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
      await payments.call((stripe) => stripe.invoices.voidInvoice(id)).catch(unlessSettled);
    }
  }
}

/** It was paid or voided in the meantime. */
function unlessSettled(error: unknown): void {
  if (!(error instanceof ProviderRequestError)) throw error;
}
