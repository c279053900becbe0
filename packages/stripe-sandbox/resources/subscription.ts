import type Stripe from 'stripe';
import { getPeriodEnd } from '../billing/get-period-end.ts';
import { newSandboxId } from './ids-and-times.ts';
import { toStripeList, type SandboxPrice, type SandboxSubscription } from './sandbox-objects.ts';

type SubscriptionValues = Pick<SandboxSubscription, 'customer' | 'description' | 'metadata'> & {
  save_default_payment_method: 'off' | 'on_subscription';
};

const subscriptionDefaults = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  ended_at: null,
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  status: 'incomplete',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
} satisfies Partial<SandboxSubscription>;

/** A subscription to one price, without its first payment. */
export function newSubscription(
  price: SandboxPrice,
  values: SubscriptionValues,
  at: number,
): SandboxSubscription {
  const id = newSandboxId('sub');
  const { save_default_payment_method, ...given } = values;
  return {
    ...subscriptionDefaults,
    id,
    object: 'subscription',
    billing_cycle_anchor: at,
    cancellation_details: newCancellationDetails(null),
    created: at,
    currency: price.currency,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: toStripeList([newItem(id, price, at)], `/v1/subscription_items?subscription=${id}`),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method,
    },
    start_date: at,
    ...given,
  };
}

function newItem(subscription: string, price: SandboxPrice, at: number): Stripe.SubscriptionItem {
  return {
    id: newSandboxId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_end: getPeriodEnd(at, at),
    current_period_start: at,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** The predecessor of prices in Stripe's API, which its responses still contain. */
function toPlan(price: SandboxPrice): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** The item of the subscription: in the sandbox each has exactly one. */
export function getSubscriptionItem(subscription: SandboxSubscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

export type CancellationReason = 'cancellation_requested' | 'payment_failed';

export const newCancellationDetails = (
  reason: Stripe.Subscription.CancellationDetails['reason'],
): Stripe.Subscription.CancellationDetails => ({
  comment: null,
  feedback: null,
  feedback_option: null,
  reason,
});
