import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { Translate } from '#platform/shared/texts/t.ts';
import type { SupportMessage } from '../contract.ts';

type Written = Pick<SupportMessage, 'userId' | 'name' | 'email' | 'subject' | 'message'>;

/** The email is deleted with the user, even if the form contains another address. */
const about = ({ userId }: Written) => userId !== null && { aboutUserId: userId };

/** The email to an administrator about a message. A reply goes to the writer. */
export function createAdminEmail(
  to: string,
  written: Written,
  { publicUrl, text }: { publicUrl: string; text: Translate },
): EmailMessage {
  const { userId, name, email, subject, message } = written;
  const args = { who: defuseLinks(`${name} <${email}>`), subject: defuseLinks(subject) };
  return {
    to,
    replyTo: email,
    ...about(written),
    subject: text('support.mail.new.subject'),
    text: `${userId === null ? text('support.mail.new.text-of-visitor', args) : text('support.mail.new.text-of-user', args)}

${defuseLinks(message)}

${text('support.mail.new.answer', { url: `${publicUrl}/admin?tab=support` })}`,
  };
}

/** The answer to the writer. No reply address: the addresses of administrators are private. */
export function createAnswerEmail(
  written: Written,
  answer: string,
  { publicUrl, text }: { publicUrl: string; text: Translate },
): EmailMessage {
  const { name, email, subject, message } = written;
  const quoted = defuseLinks(message)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return {
    to: email,
    ...about(written),
    subject: text('support.mail.answer.subject'),
    text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${answer}

${text('support.mail.answer.again', { url: `${publicUrl}/help` })}

${text('support.mail.answer.quote', { subject: defuseLinks(subject) })}
${quoted}`,
  };
}
