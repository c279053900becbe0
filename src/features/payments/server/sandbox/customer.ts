import type Stripe from 'stripe';
import { invalidRequestError } from './stripe-api-error.ts';
import { endSubscription } from './end-subscription.ts';
import { newSandboxId, randomText } from './ids-and-times.ts';
import { mergedMetadata, metadata, operation, text } from './operation.ts';
import type { SandboxStore } from './sandbox-store.ts';

export type CustomerValues = Partial<Pick<Stripe.Customer, 'email' | 'name'>>;

export function newCustomer(
  values: CustomerValues & Pick<Stripe.Customer, 'metadata'>,
  at: number,
): Stripe.Customer {
  return {
    id: newSandboxId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: at,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...values,
  };
}

/** A customer that is still there. */
export async function customerFor(objects: SandboxStore, id: string): Promise<Stripe.Customer> {
  const customer = await objects.get('customer', id, 'customer');
  if (customer.deleted === undefined) return customer;
  throw invalidRequestError(`No such customer: '${id}'; it has been deleted.`, {
    code: 'resource_missing',
    param: 'customer',
  });
}

export const customerOperations = [
  operation(
    'POST /v1/customers',
    { email: text.optional(), metadata: metadata.optional(), name: text.optional() },
    async ({ objects, at }, values) => {
      const customer = newCustomer({ ...values, metadata: mergedMetadata({}, values.metadata) }, at);
      await objects.add(customer);
      return customer;
    },
  ),

  // As somebody may do in the dashboard. Whoever is deleted is charged no more.
  operation('DELETE /v1/customers/:id', {}, async (change, _parameters, id) => {
    const { objects } = change;
    await customerFor(objects, id);
    for (const subscription of await objects.list('subscription', { where: { customer: id } })) {
      if (subscription.ended_at === null) await endSubscription(change, subscription);
    }
    const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
    await objects.save(deleted);
    await objects.deleteResponses(id);
    return deleted;
  }),
];
