import type { Receipt } from '../contract.ts';
import { toReceiptNumber } from '../rules.ts';
import type { notices } from './table.ts';

/** `page`: what the page is called. */
export function toReceipt(
  { createdAt, number, email, tokenHash }: typeof notices.$inferSelect,
  page: string | null,
): Receipt {
  const mail = tokenHash === null ? 'receipt' : 'link';
  return {
    receipt: toReceiptNumber(createdAt, number),
    createdAt: createdAt.toISOString(),
    page,
    mail: email === null ? 'none' : mail,
  };
}
