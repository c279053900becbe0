import { fromStripeAmount } from '#features/payments/stripe-amounts.ts';
import type Stripe from 'stripe';
import { toId, isNotFoundAtProvider } from '#features/payments/server/public.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { subscriptionProblem } from '../contract.ts';
import { endedStatuses, runningStatuses, type SubscriptionStatus } from '../rules.ts';
import type { AccountContext, SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';

/** A payment of one of the subscription's invoices, with the end of the period that it pays for. */
export type InvoiceCharge = {
  stripePaymentIntentId: string;
  amount: number;
  isRenewal: boolean;
  billedAt: Date;
  endsAt: Date;
};

export type ProviderSubscriptionState = {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  periodEnd: Date;
  /** End of the time without a payment that can be fetched; see the table. */
  complimentaryThrough: Date | null;
  charges: InvoiceCharge[];
  /** Whether the newest invoice may still be charged, now or when it is no draft any more. */
  isPayable: boolean;
  /** The secret of the newest invoice, while it can be paid. */
  clientSecret: string | null;
};

export const expandedInvoice = ['latest_invoice.payments', 'latest_invoice.confirmation_secret'];

/** Invoices that are looked at when periods went by unheard. */
const MAX_MISSED_INVOICES = 24;

/** With the invoices since `periodEnd`, the last known. Throws 'subscription-not-found-at-provider'. */
export async function fetchSubscriptionState(
  context: SubscriptionsContext,
  { stripeSubscriptionId: id, periodEnd }: Pick<SubscriptionRow, 'stripeSubscriptionId' | 'periodEnd'>,
): Promise<ProviderSubscriptionState> {
  const { payments } = context;
  const subscription = await payments
    .call((stripe) => stripe.subscriptions.retrieve(id, { expand: expandedInvoice }))
    .catch((error: unknown) => {
      throw isNotFoundAtProvider(error) ? unknownSubscription(context, id, error) : error;
    });
  const state = toSubscriptionState(subscription);
  if (atSecond(itemOf(subscription).current_period_start) <= periodEnd) return state;
  // Events of whole periods were missed, and the subscription contains only its newest invoice.
  const wanted = { subscription: subscription.id, limit: MAX_MISSED_INVOICES, expand: ['data.payments'] };
  const { data } = await payments.call((stripe) => stripe.invoices.list(wanted));
  return {
    ...state,
    charges: data.flatMap(chargesOf),
    complimentaryThrough: latestDate(state.complimentaryThrough, ...data.map(complimentaryThroughOf)),
  };
}

/** Usually the keys belong to another account. That account may still charge for the subscription. */
export function unknownSubscription({ log }: AccountContext, id: string, cause: unknown) {
  log.error(
    { err: cause, subscription: id },
    'the provider does not know a subscription: are these its keys?',
  );
  return subscriptionProblem('subscription-not-found-at-provider', { cause });
}

/** Whether an error is that of `unknownSubscription`. */
export const isUnknownSubscription = (error: unknown): boolean =>
  error instanceof HttpProblem && error.code === 'subscription-not-found-at-provider';

export function toSubscriptionState(subscription: Stripe.Subscription): ProviderSubscriptionState {
  const { latest_invoice: latest } = subscription;
  const invoice = typeof latest === 'object' ? latest : null;
  const status = statusOf(subscription);
  const periodEnd = atSecond(itemOf(subscription).current_period_end);
  const free = invoice === null ? null : complimentaryThroughOf(invoice);
  return {
    status,
    cancelAtPeriodEnd: isToEnd(subscription, periodEnd),
    periodEnd,
    complimentaryThrough: status === 'trialing' ? latestDate(free, periodEnd) : free,
    charges: invoice === null ? [] : chargesOf(invoice),
    isPayable: invoice?.status === 'open' || invoice?.status === 'draft',
    clientSecret: invoice?.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null,
  };
}

/** The words that the SDK names; it leaves its union open for those to come. */
type Named<T> = T extends string ? (string extends T ? never : T) : never;
const statuses: readonly string[] = [...runningStatuses, ...endedStatuses];

function statusOf({ id, status }: Stripe.Subscription): SubscriptionStatus {
  if (!statuses.includes(status))
    throw new Error(`The subscription ${id} is ${status}: what does that mean?`);
  // A version of the SDK that names another one does not compile.
  return status as Named<Stripe.Subscription.Status> satisfies SubscriptionStatus;
}

/** Also true for a date set at the provider, unless it lies after this period. */
const isToEnd = (subscription: Stripe.Subscription, periodEnd: Date): boolean =>
  subscription.cancel_at_period_end ||
  (subscription.cancel_at !== null && atSecond(subscription.cancel_at) <= periodEnd);

function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`The subscription ${id} has no item`);
  return item;
}

/** A draft has none yet. */
function chargesOf(invoice: Stripe.Invoice): InvoiceCharge[] {
  const isRenewal = invoice.billing_reason !== 'subscription_create';
  const billedAt = atSecond(invoice.created);
  return (invoice.payments?.data ?? []).flatMap(({ payment, amount_requested }) => {
    const stripePaymentIntentId = toId(payment.payment_intent);
    if (stripePaymentIntentId === null) return [];
    const amount = fromStripeAmount(amount_requested, invoice.currency);
    return [{ stripePaymentIntentId, amount, isRenewal, billedAt, endsAt: endOf(invoice) }];
  });
}

/** The end of an invoice that is paid although no payment was made. */
function complimentaryThroughOf(invoice: Stripe.Invoice): Date | null {
  const intended = (invoice.payments?.data ?? []).filter(
    ({ payment }) => payment.payment_intent !== undefined,
  );
  const isFree = invoice.status === 'paid' && intended.every(({ status }) => status === 'canceled');
  return isFree ? endOf(invoice) : null;
}

const endOf = (invoice: Stripe.Invoice): Date =>
  atSecond(Math.max(...invoice.lines.data.map(({ period }) => period.end)));

export const latestDate = (...times: (Date | null)[]): Date | null =>
  times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);

const atSecond = (seconds: number) => new Date(seconds * 1000);
