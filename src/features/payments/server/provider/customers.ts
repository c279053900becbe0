import { and, eq } from 'drizzle-orm';
import { isNotFoundAtProvider, requestOnce } from './call-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { paymentCustomers } from '../table.ts';

export async function withCustomer<T>(
  context: PaymentsContext,
  userId: string,
  work: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await customerOf(context, userId);
  try {
    return await work(customer);
  } catch (error) {
    // Deleted there, or the keys are of another account now.
    if (!isNotFoundAtProvider(error, 'customer')) throw error;
    return work(await customerOf(context, userId, customer));
  }
}

/** The stored customer, or a new one; `gone` is a stored one that the provider does not know. */
async function customerOf(context: PaymentsContext, userId: string, gone?: string): Promise<string> {
  const known = await find(context, userId);
  if (known !== null && known !== gone) return known;
  const { orm } = context.database;
  const suffix = gone === undefined ? '' : `-instead-of-${gone}`;
  const stripeCustomerId = await make(context, userId, `customer-${userId}${suffix}`);
  await (gone === undefined
    ? orm
        .insert(paymentCustomers)
        .values({ provider: context.provider.id, userId, stripeCustomerId })
        .onConflictDoNothing()
    : orm
        .update(paymentCustomers)
        .set({ stripeCustomerId })
        .where(and(mine(context, userId), eq(paymentCustomers.stripeCustomerId, gone))));
  return (await find(context, userId)) ?? stripeCustomerId;
}

/**
 * Creates a customer; racing calls create one. It carries our user id and no other personal data: the card
 * form asks for what the card needs. The id is sent only here, so that deleting the customer deletes it.
 */
async function make(context: PaymentsContext, userId: string, key: string): Promise<string> {
  const made = await requestOnce(context, key, (stripe, idempotencyKey) =>
    stripe.customers.create({ metadata: { user: userId } }, { idempotencyKey }),
  );
  return made.id;
}

async function find(context: PaymentsContext, userId: string): Promise<string | null> {
  const [kept] = await context.database.orm
    .select({ id: paymentCustomers.stripeCustomerId })
    .from(paymentCustomers)
    .where(mine(context, userId));
  return kept?.id ?? null;
}

const mine = ({ provider }: PaymentsContext, userId: string) =>
  and(eq(paymentCustomers.provider, provider.id), eq(paymentCustomers.userId, userId));
