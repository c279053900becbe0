import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { MeasureSource } from '../../rules.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import { closeCase } from '../cases/close-case.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { measures } from '../table.ts';
import type { CaseRow } from './lock-case.ts';

export type MeasureRow = typeof measures.$inferSelect;
type NewMeasure = Omit<typeof measures.$inferInsert, 'id' | 'createdAt' | 'decidedBy'> & { id?: string };

export type Causes = { source: MeasureSource; reports: number; notices: number };

/** More complaints of one case are not counted. */
const MAX_COUNTED = 100;

/** What led to a decision: what came in since the case was opened last. */
export async function findCauses(
  { sources }: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  { id, openedAt }: CaseRow,
): Promise<Causes> {
  const counts = { report: 0, notice: 0 };
  for (const source of sources) {
    const complaints = await source.list(tx, id, MAX_COUNTED);
    counts[source.kind] += complaints.filter(({ createdAt }) => new Date(createdAt) >= openedAt).length;
  }
  const { report: reports, notice: notices } = counts;
  return { source: reports > 0 ? 'report' : notices > 0 ? 'notice' : 'staff', reports, notices };
}

type Recording = {
  measure: NewMeasure;
  actorId: string;
  now: Date;
  /** What the audit log names, where the measure no longer does. */
  target?: AuditTarget;
};

/** Stores a measure with its event and its audit entry, and closes the case. */
export async function recordMeasure(
  context: ModerationContext,
  tx: Transaction,
  { measure, actorId, now, target }: Recording,
): Promise<MeasureRow> {
  const [taken] = await tx
    .insert(measures)
    .values({ id: newId(now), ...measure, decidedBy: actorId, createdAt: now })
    .returning();
  const { id: measureId, caseId, kind, reason, source, internalNote } = taken!;
  await addCaseEvent(tx, { caseId, kind: 'measure-taken', actorId, measureId, note: internalNote, at: now });
  await recordAdminAction(tx, {
    actorId,
    action: 'measure-taken',
    target: target ?? toAuditTarget(taken!),
    details: { kind, reason, source, caseId },
    now,
  });
  await closeCase(context, tx, { caseId, actorId, measure: kind, note: '', now });
  return taken!;
}

type AuditTarget = { kind: 'book' | 'user' | 'case'; id: string };

/** What the audit log names: the listing, the person, or else the case. */
export function toAuditTarget({
  bookId,
  userId,
  caseId,
}: Pick<MeasureRow, 'bookId' | 'userId' | 'caseId'>): AuditTarget {
  if (bookId !== null) return { kind: 'book', id: bookId };
  return userId === null ? { kind: 'case', id: caseId } : { kind: 'user', id: userId };
}
