import { asc, eq, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { confirmedSales } from './sale-table.ts';

const { bookId, title, author, price, isbn, condition, confirmedAt } = confirmedSales;
/** Of sales that an old process has recorded, the listing says what was sold. */
const ofListing = (column: 'title' | 'author', stored: typeof title | typeof author) =>
  sql<string | null>`coalesce(${stored}, (SELECT b.${sql.raw(column)} FROM books b WHERE b.id = ${bookId}))`;
const exported = {
  title: ofListing('title', title),
  author: ofListing('author', author),
  price,
  isbn,
  condition,
  confirmedAt,
};

/**
 * What a user has sold and bought. Of one who leaves, prices and dates stay without the user, and for a year
 * the hashed mailbox: an account that is made again would count again.
 */
export const salePersonalData: PersonalDataHandler = {
  name: 'confirmedSales',
  async export({ orm }, userId) {
    const listSales = (of: typeof confirmedSales.sellerId | typeof confirmedSales.buyerId) =>
      orm.select(exported).from(confirmedSales).where(eq(of, userId)).orderBy(asc(confirmedAt));
    return {
      sold: await listSales(confirmedSales.sellerId),
      bought: await listSales(confirmedSales.buyerId),
    };
  },
  async remove(tx, { id }) {
    // One key for all of them: the sales of one seller still count as one.
    const [key] = (await tx.execute<{ key: string }>(sql`SELECT gen_random_uuid() AS key`)).rows;
    await tx
      .update(confirmedSales)
      .set({ sellerId: null, sellerKey: key!.key })
      .where(eq(confirmedSales.sellerId, id));
    await tx.update(confirmedSales).set({ buyerId: null }).where(eq(confirmedSales.buyerId, id));
  },
};
