import type { Transaction } from '#platform/server/database/database.ts';
import type { ActionDetails, ActionTarget, AdminAction } from '../rules.ts';
import { auditEntries } from './table.ts';

type RecordedAction = {
  /** Null: an operator on the server's command line. */
  actorId: string | null;
  action: AdminAction;
  target?: ActionTarget;
  /** Counts and ids, never names or addresses. */
  details?: ActionDetails;
  now: Date;
};

/** Writes an audit entry in the transaction of the action, so that neither exists without the other. */
export async function recordAdminAction(tx: Transaction, recorded: RecordedAction): Promise<void> {
  const { actorId, action, target, details = {}, now } = recorded;
  await tx
    .insert(auditEntries)
    .values({ actorId, action, targetKind: target?.kind, targetId: target?.id, details, at: now });
}
