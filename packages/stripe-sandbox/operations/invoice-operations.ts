import { z } from 'zod';
import { finalizeInvoice } from '../billing/create-invoice.ts';
import { voidInvoice } from '../billing/update-invoice.ts';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { listPage, operation, page, text } from './operation.ts';

export const invoiceOperations = [
  operation(
    'GET /v1/invoices',
    { ...page, customer: text.optional(), status: text.optional(), subscription: text.optional() },
    ({ objects }, { customer, status, subscription, ...cursor }) =>
      listPage(objects, 'invoice', '/v1/invoices', cursor, {
        where: { customer, status, 'parent.subscription_details.subscription': subscription },
      }),
  ),

  operation(
    'POST /v1/invoices/:id/finalize',
    // With auto_advance, Stripe charges the card.
    { auto_advance: z.literal('false') },
    async (tx, _values, id) => finalizeInvoice(tx, await tx.objects.get('invoice', id)),
  ),

  operation('POST /v1/invoices/:id/void', {}, async (tx, _none, id) => {
    const invoice = await tx.objects.get('invoice', id);
    if (invoice.status !== 'open')
      throw invalidRequestError(`You can only void an open invoice: this one is ${invoice.status}.`);
    await voidInvoice(tx, id);
    return tx.objects.get('invoice', id);
  }),
];
