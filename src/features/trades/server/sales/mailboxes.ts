import { and, inArray, isNotNull, lte, or } from 'drizzle-orm';
import { hashMailbox } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MAILBOX_TTL_MS } from '../../rules.ts';
import { confirmedSales } from '../table.ts';

export type SaleContext = Pick<ServerContext, 'secrets'>;
export type Mailboxes = Record<'sellerMailbox' | 'buyerMailbox', string>;

/** Reads mailboxes as keyed hashes. */
export async function readMailboxes(
  { secrets }: SaleContext,
  tx: Transaction,
  { sellerId, buyerId }: Record<'sellerId' | 'buyerId', string>,
): Promise<Mailboxes> {
  const { id, mailbox } = users;
  const found = await tx
    .select({ id, mailbox })
    .from(users)
    .where(inArray(id, [sellerId, buyerId]));
  const mailboxes = new Map(found.map((user) => [user.id, hashMailbox(secrets, 'sales', user.mailbox)]));
  return { sellerMailbox: mailboxes.get(sellerId)!, buyerMailbox: mailboxes.get(buyerId)! };
}

/** Deletes the mailboxes of sales that no rule compares any more; the sales stay. */
export async function deleteOldMailboxes({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { sellerMailbox, buyerMailbox, confirmedAt } = confirmedSales;
  const before = new Date(clock.now().getTime() - MAILBOX_TTL_MS);
  await database.orm
    .update(confirmedSales)
    .set({ sellerMailbox: null, buyerMailbox: null })
    .where(and(lte(confirmedAt, before), or(isNotNull(sellerMailbox), isNotNull(buyerMailbox))));
}
