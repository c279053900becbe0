import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { SupportMessage } from '../contract.ts';

type Written = Pick<SupportMessage, 'userId' | 'name' | 'email' | 'subject' | 'message'>;

/** The email is deleted with the user, even if the form contains another address. */
const about = ({ userId }: Written) => userId !== null && { aboutUserId: userId };

/** The email to an administrator about a message. A reply goes to the writer. */
export function createAdminEmail(to: string, written: Written, publicUrl: string): EmailMessage {
  const { userId, name, email, subject, message } = written;
  const who = userId === null ? 'not signed in, email not verified' : 'signed in';
  return {
    to,
    replyTo: email,
    ...about(written),
    subject: 'New message to Help & Support',
    text: `${defuseLinks(`${name} <${email}>`)} (${who}) writes about '${defuseLinks(subject)}':

${defuseLinks(message)}

Read and answer: ${publicUrl}/admin?tab=support`,
  };
}

/** The answer to the writer. No reply address: the addresses of administrators are private. */
export function createAnswerEmail(written: Written, answer: string, publicUrl: string): EmailMessage {
  const { name, email, subject, message } = written;
  const quoted = defuseLinks(message)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return {
    to: email,
    ...about(written),
    subject: 'Answer from BookSwap Help & Support',
    text: `Hi ${defuseLinks(name)},

${answer}

To contact us again: ${publicUrl}/help

You wrote about '${defuseLinks(subject)}':
${quoted}`,
  };
}
