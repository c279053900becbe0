import { eq, lt } from 'drizzle-orm';
import { textsIn } from '#platform/shared/texts/t.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { type SupportMessage, supportProblem } from '../contract.ts';
import { SUPPORT_TTL_DAYS, type SupportStatus, supportTransitions } from '../rules.ts';
import { toStatus, toSupportMessage } from './list-support-messages.ts';
import { createAnswerEmail } from './support-emails.ts';
import { supportMessages } from './table.ts';

type Target = { actorId: string; id: string };

/**
 * The actions of administrators on a message. All throw 'support-message-not-found' and
 * 'support-message-already-closed': of two concurrent answers the second fails.
 */
export function createSupportMessageActions({
  database,
  clock,
  mailer,
  publicUrl,
  localeOf,
}: Pick<ServerContext, 'database' | 'clock' | 'mailer' | 'publicUrl' | 'localeOf'>) {
  async function settle(
    { actorId, id }: Target,
    to: SupportStatus,
    action: Parameters<typeof recordAdminAction>[1]['action'],
    changes: Partial<typeof supportMessages.$inferInsert>,
    more?: (tx: Transaction, message: SupportMessage) => Promise<void>,
  ): Promise<SupportMessage> {
    return database.transaction(async (tx) => {
      const [found] = await tx.select().from(supportMessages).where(eq(supportMessages.id, id)).for('update');
      if (found === undefined) throw supportProblem('support-message-not-found');
      if (!supportTransitions[toStatus(found)].includes(to))
        throw supportProblem('support-message-already-closed');
      const isTarget = eq(supportMessages.id, id);
      const [settled] = await tx.update(supportMessages).set(changes).where(isTarget).returning();
      const message = toSupportMessage(settled!);
      await more?.(tx, message);
      await recordAdminAction(tx, { actorId, action, target: { kind: 'support', id }, now: clock.now() });
      return message;
    });
  }

  return {
    answer: (target: Target, answer: string) => {
      const changes = { answer, answeredBy: target.actorId, closedAt: clock.now() };
      return settle(target, 'answered', 'support-answered', changes, (tx, message) =>
        mailer.send(
          tx,
          createAnswerEmail(message, answer, {
            publicUrl,
            text: textsIn(localeOf(message.language ?? undefined)),
          }),
        ),
      );
    },
    close: (target: Target) => settle(target, 'closed', 'support-closed', { closedAt: clock.now() }),
    reopen: (target: Target) => settle(target, 'open', 'support-reopened', { closedAt: null }),
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
