import { and, eq } from 'drizzle-orm';
import type { PaymentsContext } from './payments-context.ts';
import { paymentCustomers } from './table.ts';

/**
 * The provider's customer of a person. It is told nothing of them but our id: the card form asks for what the card needs. The key makes
 * racing calls, and one after a crash, get the same one.
 */
export async function customerOf(
  { database, provider, ask }: PaymentsContext,
  userId: string,
): Promise<string> {
  const find = async () => {
    const [kept] = await database.orm
      .select({ id: paymentCustomers.stripeCustomerId })
      .from(paymentCustomers)
      .where(and(eq(paymentCustomers.provider, provider.id), eq(paymentCustomers.userId, userId)));
    return kept?.id;
  };
  const known = await find();
  if (known !== undefined) return known;
  const customer = await ask((stripe) =>
    stripe.customers.create({ metadata: { user: userId } }, { idempotencyKey: `customer-${userId}` }),
  );
  await database.orm
    .insert(paymentCustomers)
    .values({ provider: provider.id, userId, stripeCustomerId: customer.id })
    .onConflictDoNothing();
  return (await find()) ?? customer.id;
}
