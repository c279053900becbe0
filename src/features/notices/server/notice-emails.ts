import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { formatTime, marketTimeOf } from '#platform/shared/texts/dates.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { toReceiptNumber } from '../rules.ts';
import type { notices } from './table.ts';

type Notice = Pick<
  typeof notices.$inferSelect,
  'number' | 'createdAt' | 'path' | 'email' | 'language' | 'userId' | 'outcome'
>;
type Context = Pick<ServerContext, 'publicUrl' | 'localeOf'>;

const receiptOf = ({ createdAt, number }: Notice) => toReceiptNumber(createdAt, number);

/** The first mail, to an address that anyone can have entered: it contains no text of the notifier. */
export function createConfirmationEmail(
  { localeOf, publicUrl }: Context,
  notice: Notice & { email: string },
  token: string,
): EmailMessage {
  const text = textsIn(localeOf(notice.language));
  return {
    ...recipientOf(notice),
    subject: text('notices.mail.confirm.subject'),
    text: `${text('platform.mail.greeting-nameless')}

${text('notices.mail.confirm.text', { receipt: receiptOf(notice), site: publicUrl })}

${publicUrl}/notice?token=${token}

${text('notices.mail.confirm.ignore')}`,
  };
}

export function createReceiptEmail(
  { localeOf, publicUrl }: Context,
  notice: Notice & { email: string },
): EmailMessage {
  const locale = localeOf(notice.language);
  const text = textsIn(locale);
  return {
    ...recipientOf(notice),
    subject: text('notices.mail.receipt.subject', { receipt: receiptOf(notice) }),
    text: `${text('platform.mail.greeting-nameless')}

${text('notices.mail.receipt.text', { receipt: receiptOf(notice), date: formatTime('date', notice.createdAt, marketTimeOf(locale)) })}
${defuseLinks(publicUrl + notice.path)}

${text('notices.mail.receipt.next')}`,
  };
}

/** What came of it. Nothing about the person: who reports learns what was decided, not about whom. */
export function createOutcomeEmail(
  { localeOf, publicUrl }: Context,
  notice: Notice & { email: string },
): EmailMessage {
  const text = textsIn(localeOf(notice.language));
  return {
    ...recipientOf(notice),
    subject: text('notices.mail.outcome.subject', { receipt: receiptOf(notice) }),
    text: `${text('platform.mail.greeting-nameless')}

${text('notices.mail.outcome.about', { receipt: receiptOf(notice) })}
${defuseLinks(publicUrl + notice.path)}

${text(notice.outcome === 'acted' ? 'notices.mail.outcome.acted' : 'notices.mail.outcome.kept')}

${text('notices.mail.outcome.disagree', { url: `${publicUrl}/report-illegal`, imprint: `${publicUrl}/imprint` })}`,
  };
}

const recipientOf = ({ email, userId }: Notice & { email: string }) => ({
  to: email,
  ...(userId !== null && { aboutUserId: userId }),
});
