import type Stripe from 'stripe';
import { z } from 'zod';
import { invalidRequestError, missingParameterError } from '../http/stripe-api-error.ts';
import { newPrice } from '../resources/price.ts';
import { newProduct } from '../resources/product.ts';
import { toStripeList } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import {
  cents,
  flag,
  integer,
  listPage,
  mergeMetadata,
  metadata,
  operation,
  page,
  sandboxCurrency,
  text,
} from './operation.ts';

const productShape = { name: text.min(1), description: text.optional(), metadata: metadata.optional() };
const productData = z.strictObject(productShape);

export const priceOperations = [
  operation('POST /v1/products', productShape, createProduct),

  operation(
    'POST /v1/prices',
    {
      currency: sandboxCurrency,
      unit_amount: cents,
      lookup_key: text.max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      product: text.optional(),
      product_data: productData.optional(),
      transfer_lookup_key: flag.optional(),
      // The sandbox supports monthly prices only.
      recurring: z
        .strictObject({ interval: z.literal('month'), interval_count: integer.pipe(z.literal(1)).optional() })
        .optional(),
    },
    async (tx, { product: productId, product_data, recurring, transfer_lookup_key, ...values }) => {
      if (values.lookup_key !== undefined)
        await releaseLookupKey(tx, values.lookup_key, transfer_lookup_key === true);
      const product = await findOrCreateProduct(tx, productId, product_data);
      const price = newPrice(
        {
          ...values,
          metadata: mergeMetadata({}, values.metadata),
          product: product.id,
          monthly: recurring !== undefined,
        },
        tx.at,
      );
      await tx.objects.add(price);
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
    async ({ objects }, { active, lookup_keys, product, ...cursor }) => {
      const url = '/v1/prices';
      const where = { product, active: active === undefined ? undefined : String(active) };
      if (lookup_keys === undefined) return listPage(objects, 'price', url, cursor, { where });
      const found = await Promise.all(
        lookup_keys.map((lookup_key) => objects.list('price', { where: { ...where, lookup_key } })),
      );
      return toStripeList(found.flat(), url);
    },
  ),
];

async function createProduct(
  { objects, at }: SandboxTransaction,
  values: z.infer<typeof productData>,
): Promise<Stripe.Product> {
  const product = newProduct({ ...values, metadata: mergeMetadata({}, values.metadata) }, at);
  await objects.add(product);
  return product;
}

async function findOrCreateProduct(
  tx: SandboxTransaction,
  id: string | undefined,
  values: z.infer<typeof productData> | undefined,
): Promise<Stripe.Product> {
  if (values !== undefined) return createProduct(tx, values);
  if (id === undefined) throw missingParameterError('product');
  return tx.objects.get('product', id, 'product');
}

/** Throws if another price has the lookup key, unless the key may be transferred. */
async function releaseLookupKey(
  { objects }: SandboxTransaction,
  lookup_key: string,
  canTransfer: boolean,
): Promise<void> {
  const [taken] = await objects.list('price', { where: { lookup_key }, limit: 1 });
  if (taken === undefined) return;
  if (!canTransfer)
    throw invalidRequestError(`A price (\`${taken.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  await objects.save({ ...taken, lookup_key: null });
}
