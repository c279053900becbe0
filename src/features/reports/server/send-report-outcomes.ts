import { localeOfUser } from '#features/accounts/language-of-user.ts';
import type { MeasureKind } from '#features/moderation/rules.ts';
import { findReceivers } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { textsIn } from '#platform/shared/texts/t.ts';

/**
 * Mails reporters that their report was looked at, and whether something was done: in the transaction, because
 * reports are deleted with the person they are about. Says nothing of that person. Only to verified addresses.
 */
export async function sendReportOutcomes(
  { mailer, publicUrl, localeOf }: Pick<ServerContext, 'mailer' | 'publicUrl' | 'localeOf'>,
  tx: Transaction,
  { reporterIds, measure }: { reporterIds: readonly string[]; measure: MeasureKind | null },
): Promise<void> {
  if (reporterIds.length === 0) return;
  for (const receiver of await findReceivers(tx, [...new Set(reporterIds)])) {
    if (!receiver.emailVerified) continue;
    const text = textsIn(localeOfUser(receiver, localeOf));
    await mailer.send(tx, {
      to: receiver.email,
      subject: text('reports.mail.subject'),
      text: `${text('platform.mail.greeting', { name: defuseLinks(receiver.name) })}

${measure === null ? text('reports.mail.dismissed') : text('reports.mail.acted')}

${text('reports.mail.again', { url: `${publicUrl}/help` })}`,
    });
  }
}
