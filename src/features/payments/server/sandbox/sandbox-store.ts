import { and, desc, eq, lte, sql, type SQL } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Transaction } from '#platform/server/database/database.ts';
import { resourceMissingError } from './stripe-api-error.ts';
import { sandboxObjects, sandboxRequests } from './table.ts';

/** What an object refers to is kept by its id; whoever wants it whole expands it. */
type ById<T, K extends keyof T> = Omit<T, K> & { [P in K]: Extract<T[P], string | null | undefined> };

export type Intent = ById<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>;
export type Charge = ById<Stripe.Charge, 'customer' | 'payment_intent'>;
export type SandboxSubscription = ById<
  Stripe.Subscription,
  'customer' | 'latest_invoice' | 'default_payment_method'
>;
export type Invoice = ById<Stripe.Invoice, 'customer'>;
export type InvoicePayment = ById<Stripe.InvoicePayment, 'invoice'>;
export type SandboxPrice = ById<Stripe.Price, 'product'>;
export type PaymentMethod = ById<Stripe.PaymentMethod, 'customer'>;

/** Everything that is kept, by what stands in its `object`. */
export type SandboxObjects = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: SandboxPrice;
  payment_method: PaymentMethod;
  payment_intent: Intent;
  charge: Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: SandboxSubscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  event: Stripe.EventBase;
};
export type ObjectKind = keyof SandboxObjects;

export type ListOptions = {
  /** Texts that must stand at these places of the object: `{'payment.payment_intent': 'pi_…'}`. */
  where?: Record<string, string | undefined>;
  whereNot?: Record<string, string>;
  createdFrom?: Date | undefined;
  /** The id that the page before ended with. */
  after?: string | undefined;
  limit?: number;
};

/** The sandbox's memory within one transaction. */
export class SandboxStore {
  readonly #tx: Transaction;
  readonly #now: Date;

  constructor(tx: Transaction, now: Date) {
    this.#tx = tx;
    this.#now = now;
  }

  async find<K extends ObjectKind>(kind: K, id: string): Promise<SandboxObjects[K] | null> {
    const [row] = await this.#tx
      .select({ data: sandboxObjects.data })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)));
    // Written by `add` and `save` alone, which take nothing else for this kind.
    return row === undefined ? null : (row.data as SandboxObjects[K]);
  }

  /** Raises the provider's 'resource_missing', naming the parameter that the id came in. */
  async get<K extends ObjectKind>(kind: K, id: string, param?: string): Promise<SandboxObjects[K]> {
    const found = await this.find(kind, id);
    if (found === null) throw resourceMissingError(kind, id, param);
    return found;
  }

  /** The newest first; one more than the limit tells that there are more. */
  async list<K extends ObjectKind>(kind: K, options: ListOptions = {}): Promise<SandboxObjects[K][]> {
    const { where = {}, whereNot = {}, createdFrom, after, limit = 100 } = options;
    const conditions: SQL[] = [sql`kind = ${kind}`];
    for (const [place, text] of Object.entries(where))
      if (text !== undefined) conditions.push(sql`${textAt(place)} = ${text}`);
    for (const [place, text] of Object.entries(whereNot)) conditions.push(sql`${textAt(place)} <> ${text}`);
    if (createdFrom !== undefined) conditions.push(sql`created_at >= ${createdFrom.toISOString()}`);
    if (after !== undefined)
      conditions.push(
        sql`(created_at, id) < (select created_at, id from sandbox_objects where id = ${after})`,
      );
    const rows = await this.#tx
      .select({ data: sandboxObjects.data })
      .from(sandboxObjects)
      .where(and(...conditions))
      .orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id))
      .limit(limit);
    return rows.map(({ data }) => data as SandboxObjects[K]);
  }

  async add(object: SandboxObjects[ObjectKind], dueAt: Date | null = null): Promise<void> {
    const row = { id: object.id, kind: object.object, data: object, dueAt, createdAt: this.#now };
    await this.#tx.insert(sandboxObjects).values(row);
  }

  async save(object: SandboxObjects[ObjectKind]): Promise<void> {
    await this.#tx.update(sandboxObjects).set({ data: object }).where(eq(sandboxObjects.id, object.id));
  }

  /** What was answered about it; the requests themselves may name whose it was. */
  async deleteResponses(id: string): Promise<void> {
    await this.#tx.delete(sandboxRequests).where(sql`${sandboxRequests.body} ->> 'id' = ${id}`);
  }

  /** Says when the object next does something by itself; null is never. */
  async setDue(id: string, dueAt: Date | null): Promise<void> {
    await this.#tx.update(sandboxObjects).set({ dueAt }).where(eq(sandboxObjects.id, id));
  }

  /** When the object is due, if that is not later than the time given. */
  async dueBy(id: string, now: Date): Promise<Date | null> {
    const [row] = await this.#tx
      .select({ dueAt: sandboxObjects.dueAt })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.id, id), lte(sandboxObjects.dueAt, now)));
    return row?.dueAt ?? null;
  }
}

const textAt = (place: string) => sql`data #>> ${`{${place.replaceAll('.', ',')}}`}::text[]`;
