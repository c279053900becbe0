import { getInvoiceIntent } from '../billing/update-invoice.ts';
import { toStripeList, type Invoice, type ObjectKind } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { invalidRequestError } from './stripe-api-error.ts';

/** A response under construction, whose fields differ from those of the stored object. */
type StripeResponse = Record<string, unknown>;

/** The kind of the object behind an id, by the kind and the field of the object with the id. */
const references: Record<string, Record<string, ObjectKind>> = {
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  subscription: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    latest_invoice: 'invoice',
  },
  invoice: { customer: 'customer' },
  invoice_payment: { invoice: 'invoice' },
  payment: { payment_intent: 'payment_intent' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  price: { product: 'product' },
};

/** Fields that a response contains only when they are expanded. */
const expandOnly: Record<string, (tx: SandboxTransaction, object: StripeResponse) => Promise<unknown>> = {
  'invoice.payments': async ({ objects }, { id }) =>
    toStripeList(
      await objects.list('invoice_payment', { where: { invoice: String(id) } }),
      `/v1/invoice_payments?invoice=${String(id)}`,
    ),
  'invoice.confirmation_secret': async (tx, object) => {
    const invoice = object as unknown as Invoice;
    if (invoice.status !== 'open') return null;
    const { client_secret } = await getInvoiceIntent(tx, invoice);
    return { client_secret, type: 'payment_intent' };
  },
  'charge.refunds': async ({ objects }, { id }) =>
    toStripeList(
      await objects.list('refund', { where: { charge: String(id) } }),
      `/v1/charges/${String(id)}/refunds`,
    ),
};

const MAX_EXPAND_DEPTH = 4;

/** A copy as it is sent: decimals are texts. */
const toJson = (object: object) => JSON.parse(JSON.stringify(object)) as StripeResponse;

/** Replaces ids with objects along each path: `latest_invoice.payments`, in lists `data.latest_charge`. */
export async function expand(
  tx: SandboxTransaction,
  result: object,
  paths: readonly string[],
): Promise<object> {
  const expanded = toJson(result);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MAX_EXPAND_DEPTH) throw notExpandableError(path);
    await expandPath(tx, expanded, names, path);
  }
  return expanded;
}

async function expandPath(
  tx: SandboxTransaction,
  object: StripeResponse,
  names: string[],
  path: string,
): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined) return;
  // The field `payment` of an invoice payment has no field `object`.
  const kind = typeof object.object === 'string' ? object.object : 'payment';
  if (kind === 'list' && name === 'data') {
    for (const member of object.data as StripeResponse[]) await expandPath(tx, member, rest, path);
    return;
  }
  const referredKind = references[kind]?.[name];
  const load = expandOnly[`${kind}.${name}`];
  const isNested = typeof object[name] === 'object' && object[name] !== null;
  if (referredKind === undefined && load === undefined && !(isNested && rest.length > 0))
    throw notExpandableError(path);
  if (load !== undefined && !(name in object)) object[name] = await load(tx, object);
  const id = object[name];
  if (referredKind !== undefined && typeof id === 'string')
    object[name] = toJson(await tx.objects.get(referredKind, id));
  const next = object[name];
  if (typeof next === 'object' && next !== null) await expandPath(tx, next as StripeResponse, rest, path);
}

const notExpandableError = (path: string) =>
  invalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' });
