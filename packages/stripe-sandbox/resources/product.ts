import type Stripe from 'stripe';
import { newSandboxId } from './ids-and-times.ts';

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
