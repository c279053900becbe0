import { randomUUID } from 'node:crypto';
import { recordConfirmedSale } from '#features/trades/server/sales/record-confirmed-sale.ts';
import type { TestApp } from '../server/test-app.ts';

type Sale = Pick<Parameters<typeof recordConfirmedSale>[2], 'sellerId' | 'buyerId'> &
  Partial<Parameters<typeof recordConfirmedSale>[2]>;

/** Records a confirmed sale; without a `bookId`, of a listing that is gone. */
export const confirmSale = ({ app, database, clock }: TestApp, sale: Sale): Promise<boolean> =>
  database.transaction((tx) =>
    recordConfirmedSale(
      app.context,
      tx,
      { id: randomUUID(), bookId: null, price: 2_000, isbn: '9780262046305', condition: 'Good', ...sale },
      clock.now(),
    ),
  );
