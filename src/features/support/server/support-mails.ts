import type { MailMessage } from '#platform/server/mail/mail.ts';
import type { ContactInput } from '../contract.ts';

type Written = Pick<ContactInput, 'name' | 'email' | 'subject' | 'message'>;

/** What those who run the product get of a message. Answered by mail, it goes to the writer. */
export function noticeFor(
  to: string,
  { name, email, subject, message }: Written,
  { signedIn, publicUrl }: { signedIn: boolean; publicUrl: string },
): MailMessage {
  const who = signedIn ? 'signed in' : 'not signed in: nobody has proven that this is their address';
  return {
    to,
    replyTo: email,
    subject: `Help & Support: ${subject}`,
    text: `${name} <${email}> (${who}) writes:

${message}

Read, answer and put away: ${publicUrl}/admin`,
  };
}

/** The answer to the writer. No address to reply to: those of administrators are nobody's business. */
export function answerTo(
  { name, email, subject, message }: Written,
  answer: string,
  publicUrl: string,
): MailMessage {
  const quoted = message
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return {
    to: email,
    subject: `Re: ${subject}`,
    text: `Hello ${name},

${answer}

To write to us again: ${publicUrl}/help

You wrote:
${quoted}`,
  };
}
