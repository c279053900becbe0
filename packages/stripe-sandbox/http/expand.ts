import { getInvoiceIntent } from '../billing/update-invoice.ts';
import type { Invoice } from '../resources/billing-objects.ts';
import type { ObjectKind } from '../resources/sandbox-objects.ts';
import { toStripeList } from '../resources/stripe-types.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { invalidRequestError } from './stripe-api-error.ts';

/** A response under construction, whose fields differ from those of the stored object. */
type StripeResponse = Record<string, unknown>;

const byId = (kind: ObjectKind) => async (tx: SandboxTransaction, id: unknown) =>
  typeof id === 'string' ? toJson(await tx.objects.get(kind, id)) : id;

/** What a field is expanded to, by its path in the stored objects. The sandbox expands no others. */
const expansions: Record<
  string,
  (tx: SandboxTransaction, value: unknown, owner: StripeResponse) => Promise<unknown>
> = {
  'payment_intent.customer': byId('customer'),
  'payment_intent.latest_charge': byId('charge'),
  'subscription.latest_invoice': byId('invoice'),
  'invoice.payments': async ({ objects }, _absent, { id }) =>
    toStripeList(
      await objects.list('invoice_payment', { invoice: String(id) }),
      `/v1/invoice_payments?invoice=${String(id)}`,
    ),
  'invoice.confirmation_secret': async (tx, _absent, owner) => {
    const invoice = owner as unknown as Invoice;
    if (invoice.status !== 'open') return null;
    const { client_secret } = await getInvoiceIntent(tx, invoice);
    return { client_secret, type: 'payment_intent' };
  },
};

const toJson = (object: object) => JSON.parse(JSON.stringify(object)) as StripeResponse;

/** Replaces ids with objects along each path: `latest_invoice.payments`, in lists `data.payments`. */
export async function expand(
  tx: SandboxTransaction,
  result: object,
  paths: readonly string[],
): Promise<object> {
  const expanded = toJson(result);
  for (const path of paths) await expandPath(tx, expanded, path.split('.'));
  return expanded;
}

async function expandPath(tx: SandboxTransaction, object: StripeResponse, [name, ...rest]: string[]) {
  if (name === undefined) return;
  if (object.object === 'list' && name === 'data') {
    for (const member of object.data as StripeResponse[]) await expandPath(tx, member, rest);
    return;
  }
  const load = expansions[`${String(object.object)}.${name}`];
  if (load === undefined)
    throw invalidRequestError(`This property cannot be expanded (${name}).`, { param: 'expand' });
  const value = (object[name] = await load(tx, object[name], object));
  if (typeof value === 'object' && value !== null) await expandPath(tx, value as StripeResponse, rest);
}
