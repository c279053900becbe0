import { randomUUID } from 'node:crypto';
import type { TestApp } from '../server/test-app.ts';
import { confirmSale } from './confirm-sale.ts';

/** Records a confirmed sale. Returns its id. */
export async function createSale(app: TestApp, sale: Parameters<typeof confirmSale>[1]): Promise<string> {
  const id = randomUUID();
  await confirmSale(app, { ...sale, id });
  return id;
}
