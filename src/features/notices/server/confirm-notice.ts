import { and, eq, isNull } from 'drizzle-orm';
import { noticeProblem, type Receipt } from '../contract.ts';
import { hashToken, type NoticesContext } from './create-notice.ts';
import { findNoticeTarget } from './find-notice-target.ts';
import { createOutcomeEmail, createReceiptEmail } from './notice-emails.ts';
import { notices } from './table.ts';
import { toReceipt } from './to-receipt.ts';

/**
 * The link of the first mail was opened: its mailbox gets the receipt, once, and the outcome if there is one already.
 * Throws 'notice-not-found'.
 */
export async function confirmNotice(context: NoticesContext, token: string): Promise<Receipt> {
  const { database, clock, mailer } = context;
  return database.transaction(async (tx) => {
    const isNotice = eq(notices.tokenHash, hashToken(token));
    const [confirmed] = await tx
      .update(notices)
      .set({ confirmedAt: clock.now() })
      .where(and(isNotice, isNull(notices.confirmedAt)))
      .returning();
    const [notice] = confirmed ? [confirmed] : await tx.select().from(notices).where(isNotice);
    if (notice === undefined) throw noticeProblem('notice-not-found');
    if (confirmed !== undefined && confirmed.email !== null) {
      const addressed = { ...confirmed, email: confirmed.email };
      await mailer.send(tx, createReceiptEmail(context, addressed));
      if (confirmed.outcome !== null) await mailer.send(tx, createOutcomeEmail(context, addressed));
    }
    const { title } = await findNoticeTarget(tx, notice.path);
    return { ...toReceipt(notice, title), mail: 'receipt' };
  });
}
