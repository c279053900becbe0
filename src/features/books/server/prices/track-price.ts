import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { FORMER_PRICE_MS, toPriceCut, type PriceCut } from '../../price-history.ts';
import { priceChanges } from './table.ts';

type Priced = PriceCut & { id: string; price: number };

/** Records a changed price. `former`: the locked listing. Returns what the listing then stores. */
export async function trackPrice(
  tx: Transaction,
  former: Priced,
  price: number | undefined,
  now: Date,
): Promise<Partial<PriceCut>> {
  if (price === undefined || price === former.price) return {};
  const since = new Date(now.getTime() - FORMER_PRICE_MS);
  const changes = await tx
    .select({ formerPrice: priceChanges.formerPrice })
    .from(priceChanges)
    .where(and(eq(priceChanges.bookId, former.id), gt(priceChanges.changedAt, since)));
  await tx
    .insert(priceChanges)
    .values({ id: newId(now), bookId: former.id, formerPrice: former.price, changedAt: now });
  return toPriceCut({ former, price, formerPrices: changes.map(({ formerPrice }) => formerPrice) }, now);
}

/** Deletes the prices that limit no former price any more. */
export async function deleteOldPrices({ orm }: Pick<Database, 'orm'>, now: Date): Promise<void> {
  await orm.delete(priceChanges).where(lt(priceChanges.changedAt, new Date(now.getTime() - FORMER_PRICE_MS)));
}
