import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { localeOfUser } from '#features/accounts/language-of-user.ts';
import { listStaff } from '#features/accounts/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { nextMorning } from '#platform/shared/market/next-morning.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases, staffDigests } from '../table.ts';
import { countOpenCases } from './list-cases.ts';

type DigestContext = Pick<ModerationContext, 'database' | 'clock' | 'mailer' | 'publicUrl' | 'localeOf'> & {
  /** Of the campus. */
  timeZone: string;
};

export const selectOpenCases = (): SQL => sql`SELECT FROM ${cases} WHERE state <> 'closed'`;

/**
 * Tells the members who decide cases how many are open, once a day in the morning while there are any. The first
 * morning is the one after the oldest of them was opened.
 */
export async function sendStaffDigest(context: DigestContext): Promise<void> {
  const { database, clock, mailer, publicUrl, localeOf, timeZone } = context;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await tx.insert(staffDigests).values({ sentAt: now }).onConflictDoNothing();
    const [last] = await tx.select().from(staffDigests).for('update');
    const [oldest] = await tx
      .select({ openedAt: cases.openedAt })
      .from(cases)
      .where(sql`${cases.state} <> 'closed'`)
      .orderBy(asc(cases.openedAt))
      .limit(1);
    if (oldest === undefined) return;
    const since = oldest.openedAt > last!.sentAt ? oldest.openedAt : last!.sentAt;
    if (nextMorning(since, timeZone) > now) return;
    const { open, late } = await countOpenCases(tx, now);
    await tx.update(staffDigests).set({ sentAt: now }).where(eq(staffDigests.id, last!.id));
    for (const member of await listStaff(tx, 'moderator', now)) {
      const text = textsIn(localeOfUser(member, localeOf));
      await mailer.send(tx, {
        to: member.email,
        subject: text('moderation.mail.digest.subject', { open }),
        text: `${text('platform.mail.greeting', { name: defuseLinks(member.name) })}

${text('moderation.mail.digest.open', { open })}
${late > 0 ? `${text('moderation.mail.digest.late', { late })}\n` : ''}
${publicUrl}/admin?tab=cases`,
      });
    }
  });
}
