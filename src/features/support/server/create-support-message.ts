import { and, count, eq, gt, isNull, min } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ContactInput } from '../contract.ts';
import { supportRateLimit } from '../rules.ts';
import { createAdminEmail } from './support-emails.ts';
import { supportMessages } from './table.ts';

const lockSupportMessages = createKeyedLock('support');

type Context = Pick<ServerContext, 'database' | 'clock' | 'mail' | 'publicUrl'> & {
  /** Who is told by mail. */
  adminEmails: readonly string[];
};

/**
 * Stores a message and mails it to those who run the product, where a mail server is set: a copy in the outbox would only be one more
 * place where it lies. The same words once more are a second press, or an answer that got lost on its way, and are kept once; with
 * another address they are a correction, without which the answer would go astray. Throws 'too-many-requests'.
 */
export async function createSupportMessage(
  { database, clock, mail, publicUrl, adminEmails }: Context,
  actor: Actor | null,
  { name, email, subject, message }: ContactInput,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    // A stranger can write any address into the form, and must not use up what belongs to the person who has proven it.
    const mine =
      actor === null
        ? and(isNull(supportMessages.userId), eq(supportMessages.email, email))
        : eq(supportMessages.userId, actor.id);
    await lockSupportMessages(tx, actor?.id ?? email);
    const recent = and(
      mine,
      gt(supportMessages.createdAt, new Date(now.getTime() - supportRateLimit.person.window)),
    );
    const same = and(
      recent,
      eq(supportMessages.email, email),
      eq(supportMessages.subject, subject),
      eq(supportMessages.message, message),
    );
    const [known] = await tx.select({ id: supportMessages.id }).from(supportMessages).where(same).limit(1);
    if (known !== undefined) return;
    await holdBack(tx, recent, now);
    const written = { userId: actor?.id ?? null, name, email, subject, message };
    await tx.insert(supportMessages).values({ id: newId(now), ...written, createdAt: now });
    if (mail.kind !== 'smtp') return;
    for (const to of adminEmails) await mail.send(tx, createAdminEmail(to, written, publicUrl));
  });
}

async function holdBack(tx: Transaction, recent: ReturnType<typeof and>, now: Date): Promise<void> {
  const { messages, window } = supportRateLimit.person;
  const [written] = await tx
    .select({ count: count(), oldest: min(supportMessages.createdAt) })
    .from(supportMessages)
    .where(recent);
  if (written!.count < messages) return;
  throw commonProblem('too-many-requests', {
    detail:
      'You have written several messages already. We will answer them; please wait a while before the next.',
    retryAfter: (written!.oldest!.getTime() + window - now.getTime()) / 1000,
  });
}
