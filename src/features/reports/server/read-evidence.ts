import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { reportProblem, type Evidence } from '../contract.ts';
import { MAX_EVIDENCE_MESSAGES } from '../rules.ts';
import { type DisputedSale, findDisputedSale, listTexts } from './disputed-sales.ts';
import { reports } from './table.ts';

/**
 * The sale between the two users of an open report, and what they wrote about its book. Null unless there is
 * one. The administrator who reads it is in the audit log. Throws 'report-not-found'.
 */
export async function readEvidence(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  actorId: string,
  id: string,
): Promise<Evidence> {
  return database.transaction(async (tx) => {
    const [report] = await tx.select().from(reports).where(eq(reports.id, id));
    if (report === undefined) throw reportProblem('report-not-found');
    const sale = report.status === 'open' ? await findDisputedSale(tx, id) : undefined;
    if (sale === undefined) return { sale: null };
    const { kind, userId } = report;
    await recordAdminAction(tx, {
      actorId,
      action: 'evidence-read',
      target: { kind: 'report', id },
      details: { kind, userId },
      now: clock.now(),
    });
    return { sale: await toEvidence(tx, sale) };
  });
}

async function toEvidence(tx: Transaction, sale: DisputedSale): Promise<Evidence['sale']> {
  const { bookId, title, buyerId, sellerId, outcome, at, conversationId } = sale;
  return {
    book: { id: bookId, title },
    buyerId,
    sellerId,
    outcome,
    at: new Date(at).toISOString(),
    messages: await listTexts(tx, conversationId, MAX_EVIDENCE_MESSAGES),
  };
}
