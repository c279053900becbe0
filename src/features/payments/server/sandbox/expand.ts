import { invalidRequestError } from './stripe-api-error.ts';
import { paymentIntentId, paymentOf } from './pay-invoice.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import type { Invoice, ObjectKind } from './sandbox-store.ts';

/** An answer while it is put together: no longer only of the shape that is kept. */
type StripeResponse = Record<string, unknown>;

/** What stands where an id stands, by the kind of the object and the name of the place. */
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

/** What is left out unless it is asked for. */
const included: Record<string, (change: SandboxTransaction, object: StripeResponse) => Promise<unknown>> = {
  'invoice.payments': async ({ objects }, { id }) => ({
    object: 'list',
    data: await objects.list('invoice_payment', { where: { invoice: String(id) } }),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${String(id)}`,
  }),
  'invoice.confirmation_secret': async (change, object) => {
    const invoice = object as unknown as Invoice;
    if (invoice.status !== 'open') return null;
    const intent = await change.objects.get(
      'payment_intent',
      paymentIntentId(await paymentOf(change, invoice)),
    );
    return { client_secret: intent.client_secret, type: 'payment_intent' };
  },
  'charge.refunds': async ({ objects }, { id }) => ({
    object: 'list',
    data: await objects.list('refund', { where: { charge: String(id) } }),
    has_more: false,
    url: `/v1/charges/${String(id)}/refunds`,
  }),
};

const MAX_EXPAND_DEPTH = 4;

/** As it is sent, where decimals are texts; what is made of it does not change the original. */
const onTheWire = (object: object) => JSON.parse(JSON.stringify(object)) as StripeResponse;

/** Puts whole objects where ids stand, along each path: `latest_invoice.payments`, in lists `data.latest_charge`. */
export async function expand(
  change: SandboxTransaction,
  answer: object,
  paths: readonly string[],
): Promise<object> {
  const expanded = onTheWire(answer);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MAX_EXPAND_DEPTH) throw notExpandable(path);
    await follow(change, expanded, names, path);
  }
  return expanded;
}

async function follow(
  change: SandboxTransaction,
  object: StripeResponse,
  names: string[],
  path: string,
): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined) return;
  // What an invoice payment is paid by has no name of its own.
  const kind = typeof object.object === 'string' ? object.object : 'payment';
  if (kind === 'list' && name === 'data') {
    for (const member of object.data as StripeResponse[]) await follow(change, member, rest, path);
    return;
  }
  const kindThere = references[kind]?.[name];
  const include = included[`${kind}.${name}`];
  const isNested = typeof object[name] === 'object' && object[name] !== null;
  if (kindThere === undefined && include === undefined && !(isNested && rest.length > 0))
    throw notExpandable(path);
  if (include !== undefined && !(name in object)) object[name] = await include(change, object);
  const there = object[name];
  if (kindThere !== undefined && typeof there === 'string')
    object[name] = onTheWire(await change.objects.get(kindThere, there));
  const next = object[name];
  if (typeof next === 'object' && next !== null) await follow(change, next as StripeResponse, rest, path);
}

const notExpandable = (path: string) =>
  invalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' });
