import { randomUUID } from 'node:crypto';
import type { TestApp } from '../server/test-app.ts';
import { confirmSale } from './confirm-sale.ts';

/** Records a confirmed sale. Returns its id. */
export async function createSale(app: TestApp, sale: Parameters<typeof confirmSale>[1]): Promise<string> {
  const id = randomUUID();
  await confirmSale(app, { ...sale, id });
  return id;
}

/** The same, which counts, however many there are between the two: its reviews become public. */
export async function createCountedSale(app: TestApp, sale: Parameters<typeof confirmSale>[1]) {
  const id = await createSale(app, sale);
  await app.database.pool.query('UPDATE confirmed_sales SET counts = true WHERE id = $1', [id]);
  return id;
}
