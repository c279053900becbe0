import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Evidence } from '../../case-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import type { ReportedSale } from '../case-hooks.ts';
import { isOwnCaseOf } from '../measures/lock-case.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';

/**
 * The sale between a reporter of an open case and its person, and what they wrote about its book. Null unless there is
 * one. Each reading is in the audit log. Throws 'case-not-found' and 'own-case'.
 */
export async function readEvidence(
  { database, clock, sources }: Pick<ModerationContext, 'database' | 'clock' | 'sources'>,
  actorId: string,
  caseId: string,
): Promise<Evidence> {
  return database.transaction(async (tx) => {
    const [found] = await tx.select().from(cases).where(eq(cases.id, caseId));
    if (found === undefined) throw moderationProblem('case-not-found');
    const own = { found, actor: { id: actorId }, now: clock.now() };
    if (await isOwnCaseOf({ sources }, tx, own)) throw moderationProblem('own-case');
    if (found.state === 'closed') return { sale: null };
    let reported: ReportedSale | null = null;
    for (const source of sources) reported ??= (await source.findSale?.(tx, caseId)) ?? null;
    if (reported === null) return { sale: null };
    const { sale, ...details } = reported;
    const target = { kind: 'case', id: caseId } as const;
    await recordAdminAction(tx, { actorId, action: 'evidence-read', target, details, now: clock.now() });
    return { sale };
  });
}
