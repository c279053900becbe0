import type { TestApp } from '../server/test-app.ts';
import { confirmSale } from './confirm-sale.ts';

/** Records a confirmed sale. Returns its id. */
export async function createSale(app: TestApp, sale: Parameters<typeof confirmSale>[1]): Promise<string> {
  await confirmSale(app, sale);
  const { rows } = await app.database.pool.query<{ id: string }>(
    `SELECT id FROM confirmed_sales WHERE seller_id = $1 AND buyer_id = $2 AND book_id IS NOT DISTINCT FROM $3
      ORDER BY confirmed_at DESC, id DESC`,
    [sale.sellerId, sale.buyerId, sale.bookId ?? null],
  );
  return rows[0]!.id;
}
