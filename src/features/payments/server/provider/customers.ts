import { and, eq } from 'drizzle-orm';
import { requestOnce } from './request-once.ts';
import { isNotFoundAtProvider } from './call-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { paymentCustomers } from '../table.ts';

/**
 * Runs `work` with the user's customer at the provider. Runs it again with a new customer if the provider
 * no longer knows the first.
 */
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
    return work(await customerInsteadOf(context, userId, customer));
  }
}

async function customerOf(context: PaymentsContext, userId: string): Promise<string> {
  const known = await find(context, userId);
  if (known !== null) return known;
  const made = await make(context, userId, `customer-${userId}`);
  await context.database.orm
    .insert(paymentCustomers)
    .values({ provider: context.provider.id, userId, stripeCustomerId: made })
    .onConflictDoNothing();
  return (await find(context, userId)) ?? made;
}

async function customerInsteadOf(context: PaymentsContext, userId: string, gone: string): Promise<string> {
  const made = await make(context, userId, `customer-${userId}-instead-of-${gone}`);
  await context.database.orm
    .update(paymentCustomers)
    .set({ stripeCustomerId: made })
    .where(and(mine(context, userId), eq(paymentCustomers.stripeCustomerId, gone)));
  return (await find(context, userId)) ?? made;
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
