import Stripe from 'stripe';
import { z } from 'zod';
import { invalidRequestError } from './stripe-api-error.ts';
import { newSandboxId } from './ids-and-times.ts';
import {
  cents,
  flag,
  integer,
  listPage,
  mergedMetadata,
  metadata,
  operation,
  page,
  sandboxCurrency,
  text,
} from './operation.ts';
import type { SandboxPrice } from './sandbox-store.ts';

export function newProduct(
  values: Pick<Stripe.Product, 'name' | 'metadata'> & { description?: string | undefined },
  at: number,
): Stripe.Product {
  return {
    id: newSandboxId('prod'),
    object: 'product',
    active: true,
    created: at,
    default_price: null,
    description: values.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: values.metadata,
    name: values.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: at,
    url: null,
  };
}

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

const product = { name: text.min(1), description: text.optional(), metadata: metadata.optional() };
const once = integer.pipe(z.literal(1));

export const catalogueOperations = [
  operation('POST /v1/products', product, async ({ objects, at }, values) => {
    const made = newProduct({ ...values, metadata: mergedMetadata({}, values.metadata) }, at);
    await objects.add(made);
    return made;
  }),

  operation(
    'POST /v1/prices',
    {
      currency: sandboxCurrency,
      unit_amount: cents,
      lookup_key: text.max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      product: text.optional(),
      product_data: z.strictObject(product).optional(),
      transfer_lookup_key: flag.optional(),
      // Whatever else the provider offers, ours are paid by the month.
      recurring: z.strictObject({ interval: z.literal('month'), interval_count: once.optional() }).optional(),
    },
    async (
      { objects, at },
      { product: productId, product_data, recurring, transfer_lookup_key, ...values },
    ) => {
      const { lookup_key } = values;
      const [taken] =
        lookup_key === undefined ? [] : await objects.list('price', { where: { lookup_key }, limit: 1 });
      if (taken !== undefined && transfer_lookup_key !== true)
        throw invalidRequestError(`A price (\`${taken.id}\`) already uses that lookup key.`, {
          code: 'resource_already_exists',
          param: 'lookup_key',
        });
      if (taken !== undefined) await objects.save({ ...taken, lookup_key: null });
      const made =
        product_data &&
        newProduct({ ...product_data, metadata: mergedMetadata({}, product_data.metadata) }, at);
      if (made !== undefined) await objects.add(made);
      else if (productId === undefined)
        throw invalidRequestError('Missing required param: product.', {
          code: 'parameter_missing',
          param: 'product',
        });
      const { id } = made ?? (await objects.get('product', productId ?? '', 'product'));
      const price = newPrice(
        {
          ...values,
          metadata: mergedMetadata({}, values.metadata),
          product: id,
          monthly: recurring !== undefined,
        },
        at,
      );
      await objects.add(price);
      return price;
    },
  ),

  operation(
    'GET /v1/prices',
    {
      ...page,
      active: flag.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
    },
    async ({ objects }, { active, lookup_keys, product: ofProduct, ...wanted }) => {
      const where = { product: ofProduct, active: active === undefined ? undefined : String(active) };
      if (lookup_keys === undefined) return listPage(objects, 'price', '/v1/prices', wanted, { where });
      const found = await Promise.all(
        lookup_keys.map((lookup_key) => objects.list('price', { where: { ...where, lookup_key } })),
      );
      return { object: 'list' as const, data: found.flat(), has_more: false, url: '/v1/prices' };
    },
  ),
];
