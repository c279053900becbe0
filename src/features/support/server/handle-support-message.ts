import { eq, lt } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { type SupportMessage, supportProblem } from '../contract.ts';
import { SUPPORT_TTL_DAYS, type SupportStatus, supportTransitions } from '../rules.ts';
import { toStatus, toSupportMessage } from './list-support-messages.ts';
import { createAnswerEmail } from './support-emails.ts';
import { supportMessages } from './table.ts';

type Settling = { actorId: string; id: string };

/**
 * The actions of administrators on a message, each in one transaction with its audit entry. All throw
 * 'support-message-not-found' and 'support-message-already-closed': of two concurrent answers the second
 * fails.
 */
export function createSupportMessageActions({
  database,
  clock,
  mailer,
  publicUrl,
}: Pick<ServerContext, 'database' | 'clock' | 'mailer' | 'publicUrl'>) {
  async function settle(
    { actorId, id }: Settling,
    to: SupportStatus,
    action: Parameters<typeof recordAdminAction>[1]['action'],
    changes: (now: Date) => Partial<typeof supportMessages.$inferInsert>,
    more?: (tx: Transaction, message: SupportMessage) => Promise<void>,
  ): Promise<SupportMessage> {
    const now = clock.now();
    return database.transaction(async (tx) => {
      const [found] = await tx.select().from(supportMessages).where(eq(supportMessages.id, id)).for('update');
      if (found === undefined) throw supportProblem('support-message-not-found');
      if (!supportTransitions[toStatus(found)].includes(to))
        throw supportProblem('support-message-already-closed');
      const [settled] = await tx
        .update(supportMessages)
        .set(changes(now))
        .where(eq(supportMessages.id, id))
        .returning();
      const message = toSupportMessage(settled!);
      await more?.(tx, message);
      await recordAdminAction(tx, { actorId, action, target: { kind: 'support', id }, now });
      return message;
    });
  }

  return {
    answer: (who: Settling, answer: string) =>
      settle(
        who,
        'answered',
        'support-answered',
        (closedAt) => ({ answer, answeredBy: who.actorId, closedAt }),
        (tx, message) => mailer.send(tx, createAnswerEmail(message, answer, publicUrl)),
      ),
    close: (who: Settling) => settle(who, 'closed', 'support-closed', (closedAt) => ({ closedAt })),
    reopen: (who: Settling) => settle(who, 'open', 'support-reopened', () => ({ closedAt: null })),
  };
}

/** Deletes messages that were closed long ago. */
export async function deleteOldSupportMessages({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - SUPPORT_TTL_DAYS * DAY_MS);
  await database.orm.delete(supportMessages).where(lt(supportMessages.closedAt, before));
}
