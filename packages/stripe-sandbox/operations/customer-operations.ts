import type Stripe from 'stripe';
import { endSubscription } from '../billing/end-subscription.ts';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { newCustomer } from '../resources/customer.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { mergeMetadata, metadata, operation, text } from './operation.ts';

/** Throws for a deleted customer. */
export async function getCustomer(objects: ObjectStore, id: string): Promise<Stripe.Customer> {
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
      const customer = newCustomer({ ...values, metadata: mergeMetadata({}, values.metadata) }, at);
      await objects.add(customer);
      return customer;
    },
  ),

  // The subscriptions of a deleted customer end now.
  operation('DELETE /v1/customers/:id', {}, async (tx, _parameters, id) => {
    const { objects, storage } = tx;
    await getCustomer(objects, id);
    for (const subscription of await objects.list('subscription', { where: { customer: id } })) {
      if (subscription.ended_at === null) await endSubscription(tx, subscription);
    }
    const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
    await objects.save(deleted);
    await storage.deleteResponsesAbout(id);
    return deleted;
  }),
];
