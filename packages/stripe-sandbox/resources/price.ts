import Stripe from 'stripe';
import { newSandboxId } from './ids-and-times.ts';
import type { SandboxPrice } from './sandbox-objects.ts';

type PriceValues = Pick<SandboxPrice, 'currency' | 'metadata' | 'product'> & {
  unit_amount: number;
  lookup_key?: string | undefined;
  nickname?: string | undefined;
  monthly: boolean;
};

export function newPrice({ monthly, ...values }: PriceValues, at: number): SandboxPrice {
  return {
    ...values,
    id: newSandboxId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: at,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: values.lookup_key ?? null,
    nickname: values.nickname ?? null,
    recurring: monthly
      ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: monthly ? 'recurring' : 'one_time',
    unit_amount_decimal: Stripe.Decimal.from(values.unit_amount),
  };
}
