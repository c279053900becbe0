import type { EmailMessage } from '#platform/server/mail/mailer.ts';

/** The account whose email is written to. Its queued emails are deleted with it, whoever owns the address. */
export type EmailRecipient = { id?: string | undefined; email: string };

/** The emails of the embedded identity provider. `publicUrl` has no slash at its end. */
export function createIdentityEmails(publicUrl: string) {
  const page = (path: string, token: string) => `${publicUrl}${path}?token=${token}`;
  // No names: a visitor who signs up with the address of another could have us email them any text.
  const mail = ({ id, email }: EmailRecipient, subject: string, ...paragraphs: string[]): EmailMessage => ({
    to: email,
    ...(id !== undefined && { aboutUserId: id }),
    subject,
    text: ['Hello,', ...paragraphs, `BookSwap\n${publicUrl}`].join('\n\n'),
  });

  return {
    verification: (to: EmailRecipient, token: string): EmailMessage =>
      mail(
        to,
        'Confirm your email for BookSwap',
        'please confirm that this email address is yours:',
        page('/verify-email', token),
        'The link is good for 24 hours.',
        `It counts only in the account that was made with this address. If that was not you, do nothing; and if you want the account, it is yours: ${publicUrl}/forgot-password`,
      ),

    reset: (to: EmailRecipient, token: string): EmailMessage =>
      mail(
        to,
        'Choose a new password for BookSwap',
        'somebody, probably you, has asked for a new password for your BookSwap account. Choose it here:',
        page('/reset-password', token),
        'The link is good for one hour and for one use. All your devices are signed out when the password changes.',
        'If it was not you, do nothing: your password stays as it is.',
      ),

    /** To the owner of an address that another visitor may have signed up with. */
    claim: (to: EmailRecipient, token: string): EmailMessage =>
      mail(
        to,
        'Your email already has a BookSwap account',
        'somebody, probably you, has tried to sign up for BookSwap with this email. There is an account with it already, and nobody has confirmed that the email is theirs.',
        'If the email is yours, the account is yours as well. Choose its password here, and whoever else is signed in to it is signed out:',
        page('/reset-password', token),
        'The link is good for one hour and for one use. If it was not you, do nothing.',
      ),

    passwordChanged: (to: EmailRecipient): EmailMessage =>
      mail(
        to,
        'Your BookSwap password was changed',
        'the password of your BookSwap account was changed a moment ago, and your other devices were signed out.',
        `If it was not you, choose another one at once: ${publicUrl}/forgot-password`,
      ),
  };
}

export type IdentityEmails = ReturnType<typeof createIdentityEmails>;
